internal import Database

/// What version 5 of `records.sqlite` adds to captures and records: from where the offset of their time is known.
///
/// Those that were made before have none: it is not known any more.
enum TimeZoneSchema {
    static func create(_ connection: Connection) throws {
        for table in ["record", "capture"] {
            try connection.execute(
                """
                ALTER TABLE \(table) ADD COLUMN timeZoneSource TEXT CHECK (timeZoneSource IN
                    ('request', 'exif', 'position', 'longitude', 'server', 'unknown'))
                """)
        }
    }
}
