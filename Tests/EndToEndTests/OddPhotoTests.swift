import FoundationEssentials
import TestSupport
import Testing

/// Real, odd and hostile photos through the whole service.
@Suite(.needsSharedData) struct `Odd photos` {
    /// The status stated for each file, by its name in the shared folder.
    private func table() throws -> [(name: String, status: Int)] {
        let text = String(
            decoding: try Bytes.of(Repository.folder + "/Tests/Fixtures/odd-photos.tsv"),
            as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let cells = line.split(separator: "\t")
            guard cells.count == 2, let status = Int(cells[0]) else { return nil }
            return (String(cells[1]), status)
        }
    }

    @Test func `are each answered as stated, or refused with a reason, within the memory`() throws {
        let table = try table()
        #expect(table.count == 218)
        try withService(classifier: .none) { service in
            for (name, status) in table {
                let bytes = try Bytes.of(SharedData.path("data/photos/" + name))
                let answer = try service.client.send(
                    "POST", "/v1/captures", headers: [("Content-Type", "image/jpeg")], body: bytes)
                #expect(answer.status == status, "\(name): \(answer)")
                if answer.status == 201 {
                    #expect(answer.json["photo"]["bytes"].integer == bytes.count, "\(name)")
                    let location = try #require(answer.location)
                    #expect(try service.client.delete(location).status == 204)
                } else {
                    #expect(answer.json["detail"].text?.isEmpty == false, "\(name)")
                    #expect(answer.json["field"].text == "photo", "\(name)")
                }
            }
            #expect(try service.client.get("/healthz").status == 200)
            #expect(service.photoFiles.isEmpty)
            let peak = try #require(service.process.peakMemoryInBytes)
            #expect(peak < 300_000_000, "\(peak)")
        }
    }

    @Test func `that other readers decode are taken, and other formats told by name`() throws {
        let statuses = Dictionary(uniqueKeysWithValues: try table().map { ($0.name, $0.status) })
        struct Expected: Decodable {
            let type: String?
            let decodes: Bool
        }
        let json = try Bytes.of(SharedData.path("data/photos/expected.json"))
        let expected = try JSONDecoder().decode([String: Expected].self, from: Data(json))
        #expect(Set(expected.keys) == Set(statuses.keys))
        for (name, answer) in expected {
            let status = statuses[name]
            switch name.split(separator: "/")[0] {
            // Of the hostile ones nothing is asked but a clean answer.
            case "fuzz": #expect([201, 415, 422].contains(status), "\(name)")
            case "not-jpeg": #expect(status == 415, "\(name)")
            default: #expect((status == 201) == answer.decodes, "\(name)")
            }
        }
    }
}
