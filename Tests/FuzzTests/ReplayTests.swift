import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@Suite(.serialized) struct `Inputs of the fuzzer` {
    private static let corpus = "\(Repository.folder)/Tests/FuzzTests/Corpus"

    private static func inputs(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = "\(corpus)/\(target.rawValue)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
            ($0, Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))))
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `every kept input ends quietly`(target: FuzzTarget) throws {
        let inputs = try Self.inputs(target)
        try #require(!inputs.isEmpty)
        for input in inputs { input.bytes.withUnsafeBytes { target.run($0) } }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `small changes of every kept input end quietly`(target: FuzzTarget) throws {
        var generator = SeededGenerator(seed: 20_261_130)
        for input in try Self.inputs(target) {
            for _ in 0..<(target == .region ? 2 : 20) {
                var bytes = input.bytes
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    change(&bytes, &generator)
                }
                bytes.withUnsafeBytes { target.run($0) }
            }
        }
    }

    /// Sets, inserts or removes some bytes, or cuts the end.
    private func change(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard let place = bytes.indices.randomElement(using: &generator) else { return }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = .random(in: 0...255, using: &generator)
        case 1: bytes.insert(.random(in: 0...255, using: &generator), at: place)
        case 2: bytes.removeSubrange(place..<min(place + 3, bytes.count))
        default: bytes.removeSubrange(place...)
        }
    }
}
