import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Inference

@Suite struct `A model's labels` {
    private func labels(_ text: String, _ format: String) throws -> [ImageLabel] {
        var model = try MeanModel()
        model.manifest["labelFormat"] = format
        model.labels = text
        try model.write()
        let manifest = try ModelManifest(folder: model.folder.path)
        return try ModelLabels(of: manifest, in: model.folder.path).labels
    }

    @Test func `the bundled table has a thousand, with tags and taxa`() throws {
        let folder = GeoDataFiles.imageNetModel
        let all = try ModelLabels(of: try ModelManifest(folder: folder), in: folder)
        #expect(all.labels.count == 1000)
        let church = try #require(all["church"])
        #expect(church.index == 497)
        #expect(church.osmMatch == .same)
        #expect(church.osmTags.contains(OSMTag(key: "amenity", value: "place_of_worship")))
        #expect(all["497"] == church)
        let tench = try #require(all["tench"])
        #expect([tench.scientificName, tench.taxonRank] == ["Tinca tinca", "species"])
        #expect(all["no such thing"] == nil)
        #expect(all["1000"] == nil)
    }

    @Test func `the bundled table knows the groups of its animals, plants and fungi`() throws {
        let folder = GeoDataFiles.imageNetModel
        let all = try ModelLabels(of: try ModelManifest(folder: folder), in: folder).labels
        for label in all {
            // Whatever has a scientific name lives, and has a kingdom first.
            let kingdoms = ["Animalia", "Plantae", "Fungi"]
            #expect((label.scientificName != nil) == !label.groups.isEmpty, "\(label.name)")
            #expect(label.groups.first.map(kingdoms.contains) ?? true, "\(label.name)")
            #expect(label.modelGroup == nil)
        }
        func names(of group: String) -> [String] {
            all.filter { $0.groups.contains(group) }.map(\.name)
        }
        #expect(names(of: "Aves").count == 59)
        #expect(names(of: "Insecta").count == 27)
        #expect(names(of: "Lepidoptera").count == 6)
        #expect(all[323].groups == ["Animalia", "Arthropoda", "Insecta", "Lepidoptera"])
        #expect(all[985].groups == ["Plantae"])
    }

    @Test(
        arguments: [
            ("Apis mellifera ()", "taxon-lines"), ("Apis mellifera", "scientific-lines"),
            ("id,name,scientific_name\n0,,Apis mellifera", "table"),
            (" (Apis mellifera)", "english-taxon-lines"),
        ])
    func `C07 a class without an English name shows its scientific one, and is never empty`(
        line: String, format: String
    ) throws {
        let label = try #require(try labels(line + "\n", format).first)
        #expect(label.name == "Apis mellifera" && label.scientificName == "Apis mellifera")
    }

    @Test func `a model of one group gives it to each of its labels`() throws {
        var model = try MeanModel()
        model.manifest["group"] = "Aves"
        try model.write()
        let manifest = try ModelManifest(folder: model.folder.path)
        let labels = try ModelLabels(of: manifest, in: model.folder.path).labels
        #expect(labels.allSatisfy { $0.groups == ["Aves"] && $0.modelGroup == "Aves" })
    }

    @Test(
        arguments: [
            ("Aramus guarauna (Limpkin)", "Limpkin", "Aramus guarauna", "species"),
            (
                "Circus cyaneus hudsonius (Northern Harrier (American))",
                "Northern Harrier (American)",
                "Circus cyaneus hudsonius", "subspecies"
            ),
            ("Apis mellifera ()", "Apis mellifera", "Apis mellifera", "species"),
            (
                #"Anas platyrhynchos \xd7 rubripes (Hybrid)"#, "Hybrid",
                "Anas platyrhynchos × rubripes", nil
            ),
            ("background", "background", nil, nil),
        ] as [(String, String, String?, String?)])
    func `taxon lines hold a scientific and an English name`(
        line: String, name: String, scientificName: String?, rank: String?
    ) throws {
        let label = try #require(try labels("\(line)\r\n", "taxon-lines").first)
        #expect(label.name == name)
        #expect(label.scientificName == scientificName)
        #expect(label.taxonRank == rank)
    }

    @Test(
        arguments: [
            ("english-taxon-lines", "Limpkin (Aramus guarauna)", "Limpkin", "Aramus guarauna"),
            (
                "english-taxon-lines", "Northern Harrier (American) (Circus hudsonius)",
                "Northern Harrier (American)", "Circus hudsonius"
            ),
            ("english-taxon-lines", "background", "background", nil),
            ("scientific-lines", "Apis mellifera", "Apis mellifera", "Apis mellifera"),
            ("scientific-lines", "background", "background", nil),
            ("indexed-lines", "0 tench", "tench", nil), ("indexed-lines", "0: tench", "tench", nil),
            ("indexed-lines", "0,Aramus guarauna (Limpkin)", "Limpkin", "Aramus guarauna"),
            ("indexed-lines", "0\tcrane (bird)", "crane (bird)", nil),
            ("lines", "crane (bird)", "crane (bird)", nil),
            ("table", "index,name\n0,tench", "tench", nil),
            (
                "table", "common_name;scientific_name\n Limpkin ;Aramus guarauna", "Limpkin",
                "Aramus guarauna"
            ),
            ("table", "name,species\n,Apis mellifera", "Apis mellifera", "Apis mellifera"),
            ("table", "id,label\n0,\"gull, \"\"herring\"\"\"", "gull, \"herring\"", nil),
        ] as [(String, String, String, String?)])
    func `each format is read, and is recognised but for plain names`(
        format: String, text: String, name: String, scientificName: String?
    ) throws {
        let label = try #require(try labels("\u{FEFF}\(text)\r\n\n", format).first)
        #expect(label.name == name)
        #expect(label.scientificName == scientificName)
        let lines = try LabelFile(bytes: Array(text.utf8), path: "").lines
        let plain = ["lines", "scientific-lines"].contains(format) || name == "background"
        #expect(LabelFormat(recognising: lines)?.rawValue == (plain ? nil : format))
    }

    @Test func `rows may stand in any order, and C02 indexes that count from 1 are refused`() throws
    {
        #expect(
            try labels("index,name\n1,b\n0,a\n", "table").map(\.name) == ["a", "b"])
        for (text, format) in [("1 a\n2 b\n", "indexed-lines"), ("id,name\n1,a\n2,b\n", "table")] {
            let error = try #require(inferenceError { _ = try labels(text, format) })
            #expect("\(error)".contains("from 1 to 2"), "\(error)")
        }
        for text in ["0 a\n0 b\n", "0 a\n7 b\n", "0 a\nb\n"] {
            guard
                case .labelsInvalid(_, 2, _) = inferenceError({
                    _ = try labels(text, "indexed-lines")
                })
            else {
                Issue.record("\(text)")
                continue
            }
        }
    }

    @Test(
        arguments: [
            (Array("a\nb\0c\n".utf8), 2, "byte 0"), (Array("a\n\nb\n".utf8), 2, "is empty"),
            (Array("a\n".utf8) + [UInt8](repeating: 65, count: 10 << 20), 2, "longer than 1000"),
            (Array("a\n".utf8) + [0x4D, 0xFC, 0x6C], 2, "UTF-8"), ([], 1, "is empty"),
            ([UInt8](repeating: 65, count: 2), 0, ""),
            (Array(String(repeating: "a\n", count: 200_002).utf8), 200_002, "more than 200000"),
        ] as [([UInt8], Int, String)])
    func `what is no list of names is refused with the line`(
        bytes: [UInt8], line: Int, reason: String
    ) throws {
        let error = inferenceError { _ = try LabelFile(bytes: bytes, path: "labels.txt") }
        guard line > 0 else {
            #expect(error == nil)
            return
        }
        guard case .labelsInvalid("labels.txt", line, let found) = error else {
            Issue.record("\(error.map { "\($0)" } ?? "read")")
            return
        }
        #expect(found.contains(reason), "\(found)")
    }

    @Test(arguments: ["background", "__background__", "None of these", "unknown"])
    func `a class that means none of these is known by its name`(name: String) {
        #expect(LabelLine.isBackground(name))
        #expect(!LabelLine.isBackground("unknown gull"))
    }

    static let header = "index\twnid\tlabels\tscientific_name\trank\tosm_tags\tosm_match\n"

    @Test(
        arguments: [
            ("name\n", 1, "header"), (header + "1\tn1\ta\t\t\t\t\n", 2, "index 1"),
            (header + "0\tn1\ta\t\t\t\t\n1\tn2\tb\t\t\t\n", 3, "6 columns"),
            (header + "0\tn1\t\t\t\t\t\n", 2, "no label"),
            (header + "0\tn1\ta\t\t\tchurch\tis\n", 2, "key=value"),
            (header + "0\tn1\ta\t\t\tnatural=tree\t\n", 2, "osm_match"),
            (header + "0\tn1\ta\t\t\tnatural=tree\tnear\n", 2, "osm_match"),
        ])
    func `a line that is wrong is named`(text: String, line: Int, reason: String) throws {
        guard
            case .labelsInvalid(_, line, let found) = inferenceError({
                _ = try labels(text, "turnstone-tsv")
            })
        else {
            Issue.record("not refused at line \(line)")
            return
        }
        #expect(found.contains(reason))
    }
}
