import Captures
import Exports
import GeoModel

/// What a photo may show, for a person or a program.
enum AnalysisText {
    private static let barWidth = 20

    /// The best first: a line with rank, score, name and where it is, the evidence under it.
    static func text(_ analysis: CaptureAnalysis) -> String {
        let sources = analysis.sources.map { "\($0.name) \($0.state.rawValue)" }
        var lines = ["Sources: \(sources.joined(separator: ", "))", ""]
        for candidate in analysis.candidates {
            let details = details(of: candidate)
            lines.append(
                "\(candidate.id). \(bar(candidate.score)) \(RecordText.decimals(candidate.score))  "
                    + "\(candidate.name)  (\(details.joined(separator: ", ")))")
            lines += (candidate.joined ?? []).compactMap { place in
                guard let id = place.id, let name = place.name else { return nil }
                return "     \(id)  \(name)  (\(place.ref))"
            }
            lines += candidate.evidence.map { line in
                "     \(signed(line.weight))  \(line.text)"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func details(of candidate: Candidate) -> [String] {
        var details = [kind(of: candidate)]
        if let name = candidate.scientificName, name != candidate.name { details.append(name) }
        if let distance = candidate.distanceInMeters {
            details.append("\(DistanceText.text(distance)) away")
        }
        if let context = candidate.context, candidate.kind == .place { details.append(context) }
        if let ref = candidate.ref {
            let others = candidate.joined?.count ?? 0
            details.append(others == 0 ? ref.description : "\(ref.description) and \(others) more")
        }
        return details
    }

    /// A taxon above species is told by its rank, a place of one's own as such.
    private static func kind(of candidate: Candidate) -> String {
        if candidate.savedPlaceID != nil { return "your place" }
        guard candidate.kind == .species, let rank = candidate.taxonRank, rank != "subspecies"
        else { return candidate.kind.rawValue }
        return rank
    }

    private static func bar(_ score: Double) -> String {
        let filled = Int((score * Double(barWidth)).rounded())
        return String(repeating: "#", count: filled)
            + String(repeating: ".", count: barWidth - filled)
    }

    /// ` +2.10`, ` -0.35`: six characters up to 99.
    private static func signed(_ weight: Double) -> String {
        let text = (weight < 0 ? "-" : "+") + RecordText.decimals(abs(weight))
        return String(repeating: " ", count: max(0, 6 - text.count)) + text
    }

    /// The members of a capture's JSON which a question without a capture has.
    static func json(_ analysis: CaptureAnalysis) throws -> [UInt8] {
        var json = JSONWriter(reserving: 8192)
        json.beginObject()
        json.member("eventDate", analysis.eventDate.description)
        json.member("timeZoneSource", analysis.timeZoneSource.rawValue)
        json.member(position: analysis.position)
        json.member(ifPresent: "headingInDegrees", analysis.headingInDegrees)
        json.member(photo: analysis.photo)
        json.member(sources: analysis.sources)
        json.member(candidates: analysis.candidates)
        json.array("notices") { json in
            for notice in analysis.notices { json.value(notice) }
        }
        json.endObject()
        return try json.finish() + [UInt8(ascii: "\n")]
    }
}
