import GeoModel
import Imaging
import TestSupport
import Testing

@Suite struct `Photos stored on their side` {
    @Test(arguments: 1...8)
    func `F01 thumbnails of orientation 1 to 8 are the same upright picture`(orientation: Int)
        throws
    {
        // Upright it is 1600 x 1200; stored with 5 to 8 its sides change places.
        let turned = orientation >= 5
        let stored = try Photos.quarters(
            .upright.stored(orientation: orientation), width: turned ? 1200 : 1600,
            height: turned ? 1600 : 1200)
        let photo = ExifSegment(orientation: UInt16(orientation)).inserted(into: stored)
        try withService { service in
            let record = try service.record(named: "four colours", photo: photo)
            for (size, height) in [(120, 90), (480, 360), (1280, 960)] {
                let answer = try service.client.get("\(record)/photo?size=\(size)")
                #expect(answer.status == 200, "\(answer.status)")
                #expect(answer.header("content-type") == "image/jpeg")
                let look = try Photos.look(at: answer.body)
                #expect((look.width, look.height) == (size, height))
                #expect(look.corners == .upright)
                // Upright as it is: nothing tells a viewer to turn it again.
                #expect(answer.body.firstRange(of: Array("Exif".utf8)) == nil)
            }
            #expect(try service.client.get(record + "/photo").body == photo)
            #expect(service.photoFiles.filter { $0.hasPrefix("derived/") }.count == 3)
            #expect(try service.client.delete(record).status == 204)
            #expect(service.photoFiles == [])
        }
    }

    @Test(.needsOpenVINO) func `F01 the label is the same for all eight`() throws {
        let upright = try JPEGDecoder().decode(
            JPEGFile(bytes: Photos.church), orientation: .upright)
        try withService(classifier: .bundled) { service in
            var names: [[String]] = []
            for orientation in PhotoOrientation.allCases {
                // The turn that undoes another is itself, but for the quarter turns.
                let inverse: PhotoOrientation =
                    switch orientation {
                    case .rotated90: .rotated270
                    case .rotated270: .rotated90
                    default: orientation
                    }
                let stored = try JPEGEncoder().encode(
                    upright.turned(from: inverse), quality: 95, fullColour: true)
                let photo = ExifSegment(orientation: UInt16(orientation.rawValue))
                    .inserted(into: stored)
                names.append(try service.capture(photo: photo).json.candidateNames)
            }
            #expect(Set(names.map(\.first)).count == 1, "\(names)")
            #expect(names[0].isEmpty == false)
        }
    }
}
