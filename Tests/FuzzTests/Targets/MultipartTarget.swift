import FoundationEssentials

@testable import HTTPServer

/// The input's first line is the Content-Type; the rest is the body.
enum MultipartTarget {
    private static let scratch = Result { try Scratch.folder("uploads") }

    static func run(_ input: UnsafeRawBufferPointer) throws {
        let folder = try scratch.get()
        let line = input.prefix { $0 != UInt8(ascii: "\n") }
        let contentType = String(decoding: line, as: UTF8.self)
        let body = UnsafeRawBufferPointer(rebasing: input.dropFirst(line.count + 1))
        let whole = receive(contentType, body, in: folder, pieceLength: max(1, body.count))
        for pieceLength in [1, 7] where pieceLength < body.count {
            guard receive(contentType, body, in: folder, pieceLength: pieceLength) == whole else {
                FuzzTarget.violated("the result does not depend on how the body is cut")
            }
        }
        guard (try? FileManager.default.contentsOfDirectory(atPath: folder)) == [] else {
            FuzzTarget.violated("an upload that nobody took leaves no file")
        }
    }

    private enum Outcome: Equatable {
        case refused(String)
        case parts([Part])
    }

    private struct Part: Equatable {
        let name: String
        let fileName, contentType: String?
        let content: [UInt8]?
    }

    private static func receive(
        _ contentType: String, _ body: UnsafeRawBufferPointer, in folder: String,
        pieceLength: Int
    ) -> Outcome {
        do {
            let receiver = try UploadReceiver(
                folder: folder, contentType: contentType, limits: UploadLimits())
            var rest = body[...]
            while !rest.isEmpty {
                try receiver.receive(UnsafeRawBufferPointer(rebasing: rest.prefix(pieceLength)))
                rest = rest.dropFirst(pieceLength)
            }
            // Its files are gone with it.
            let upload = try receiver.finish()
            return .parts(try withExtendedLifetime(upload) { try upload.parts.map(part) })
        } catch {
            return .refused("\(error)")
        }
    }

    private static func part(_ part: UploadedPart) throws -> Part {
        let content: [UInt8] =
            switch part.content {
            case .value(let bytes): bytes
            // Foundation leaks its buffer when it reads an empty file.
            case .file(let path):
                part.bytes == 0 ? [] : Array(try Data(contentsOf: URL(filePath: path)))
            }
        guard content.count == part.bytes else {
            FuzzTarget.violated("a part is as long as it says")
        }
        return Part(
            name: part.name, fileName: part.fileName, contentType: part.contentType,
            content: content)
    }
}
