import ArgumentParsing
import Captures
import FoundationEssentials
import Glibc
import HTTPServer
import Imaging
import Inference

/// A capture from upload to candidates, beside the decoding and the inference in it, each alone.
enum BenchCapture {
    private static let warmUp = 3

    static func run(
        _ workspace: BenchWorkspace, _ arguments: ParsedArguments, count: Int
    ) throws -> [BenchResult] {
        try workspace.region("helsinki-centre", from: workspace.helsinki)
        let models = try PictureModels.find(arguments, requests: 2)
        guard let classifier = models.classifiers.first else {
            Console.message("bench capture is left out: \(models.summary)")
            return []
        }
        let service = try RunningService(
            data: workspace.data, geoData: workspace.geoData, settings: ServiceSettings()
        ) { models }
        let small = workspace.geoData.photos + "/church.jpg"
        return try [
            ("1024 x 683", small), ("4000 x 3000", try enlarged(small, in: workspace)),
        ].map { size, photo in
            try measure(size, photo, service, classifier, workspace, count)
        }
    }

    /// The bundled photo at the size of a phone's, 12 megapixels.
    private static func enlarged(_ path: String, in workspace: BenchWorkspace) throws -> String {
        let file = try JPEGFile(path: path)
        let image = try JPEGDecoder().decode(file, orientation: .upright)
        let box = PixelBox(
            left: 0, top: 0, width: Double(image.width), height: Double(image.height))
        let large = image.resampled(box, toWidth: 4000, height: 3000, filter: .bicubic)
        let target = workspace.file("large.jpg")
        try Data(try JPEGEncoder().encode(large, quality: 90)).write(to: URL(filePath: target))
        return target
    }

    private static func measure(
        _ size: String, _ photo: String, _ service: RunningService,
        _ classifier: any ImageClassifying, _ workspace: BenchWorkspace, _ count: Int
    ) throws -> BenchResult {
        let bytes = try JPEGFile(path: photo).bytes
        let server = try BenchWorkspace.server(service.routes)
        defer { server.stop(within: .seconds(5)) }
        let client = try LoopbackClient(port: server.port)
        let decoder = try JPEGDecoder()
        let clock = ContinuousClock()
        var times: [[Double]] = [[], [], [], []]
        Machine.forgetPeak()
        // One after another in turn, so that a busy moment of the machine meets all alike.
        for run in 0..<count + warmUp {
            var location = ""
            let whole = try clock.measure { location = try capture(bytes, client) }
            var image: RGBImage?
            let decode = try clock.measure {
                image = try decoder.decode(
                    JPEGFile(bytes: bytes), orientation: .upright,
                    shortestSideAtLeast: classifier.wantedShortestSide)
            }
            let inference = try clock.measure {
                if let image { _ = try classifier.classify(image) }
            }
            let disk = clock.measure { store(bytes, workspace.file("written.jpg")) }
            try client.send("DELETE", location)
            guard run >= warmUp else { continue }
            for (index, time) in [whole, decode, inference, disk].enumerated() {
                times[index].append(time / .seconds(1))
            }
        }
        let names = [
            "capture over HTTP, upload to candidates", "JPEG scaled decode alone",
            "inference alone", "photo written and brought to disk alone",
        ]
        let figures = zip(names, times).map { Measurement($0, seconds: $1) }
        let parts = figures[1].medianMilliseconds + figures[2].medianMilliseconds
        return BenchResult(
            name: "capture (JPEG \(size), \(bytes.count / 1000) kB)", measurements: figures,
            remarks: [
                "capture = \(RecordText.decimals(figures[0].medianMilliseconds / parts)) x "
                    + "(decode + inference)"
            ], peakMemoryBytes: Machine.peakMemory)
    }

    /// Posts the photo at the cathedral; gives the path of the capture.
    private static func capture(_ bytes: [UInt8], _ client: LoopbackClient) throws -> String {
        let answer = try client.send(
            "POST",
            "/v1/captures?decimalLatitude=60.1702&decimalLongitude=24.9522"
                + "&coordinateUncertaintyInMeters=20",
            contentType: "image/jpeg", body: bytes)
        let capture = try JSONDecoder().decode(Posted.self, from: Data(answer.body))
        return "/v1/captures/\(capture.id)"
    }

    private struct Posted: Decodable { let id: String }

    /// What durable staging costs: the file, and its place in the folder.
    private static func store(_ bytes: [UInt8], _ path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        fsync(file)
        close(file)
        let folder = open(
            String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)), O_RDONLY)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
