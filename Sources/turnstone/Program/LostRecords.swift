import ArgumentParsing

/// What to say where photos are older than all that records.sqlite knows.
enum LostRecords {
    /// - Parameter photos: How many, one or more.
    static func message(_ photos: Int) -> String {
        "\(ProgressLine.counted(photos, "photo")) in photos/ \(photos == 1 ? "is" : "are") older than all that "
            + "records.sqlite knows: their records are lost, or are in another file. Nothing of them is touched. Stop "
            + "the service, move records.sqlite and photos/ away, and run 'turnstone restore' with a backup; or put "
            + "the right records.sqlite, with its -wal file, back in place."
    }
}
