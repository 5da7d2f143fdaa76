import Database
import GeoModel
import TestSupport
import Testing

@Suite struct `The cells of an R*Tree's node` {
    /// West, east, south and north.
    private typealias Box = (Float, Float, Float, Float)

    private func bytes(_ boxes: [Box]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, box) in boxes.enumerated() {
            withUnsafeBytes(of: Int64(index).bigEndian) { bytes += $0 }
            for edge in [box.0, box.1, box.2, box.3] {
                withUnsafeBytes(of: edge.bitPattern.bigEndian) { bytes += $0 }
            }
        }
        return bytes
    }

    private func meeting(_ boxes: [Box], _ box: Box) -> [Int] {
        let bits = bytes(boxes).withUnsafeBytes {
            RTreeCells.meeting($0, west: box.0, east: box.1, south: box.2, north: box.3)
        }
        return (0..<64).filter { bits >> UInt64($0) & 1 == 1 }
    }

    @Test(arguments: [0, 1, 51, 64])
    func `meet a box as comparing edge by edge says`(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        func box() -> Box {
            let (west, south) = (
                Float.random(in: -180...180, using: &random),
                Float.random(in: -90...90, using: &random)
            )
            let (width, height) = (
                Float.random(in: 0...90, using: &random), Float.random(in: 0...90, using: &random)
            )
            return (west, west + width, south, south + height)
        }
        for _ in 0..<50 {
            let (boxes, asked) = ((0..<count).map { _ in box() }, box())
            let expected = boxes.indices.filter {
                boxes[$0].0 <= asked.1 && boxes[$0].1 >= asked.0 && boxes[$0].2 <= asked.3
                    && boxes[$0].3 >= asked.2
            }
            #expect(meeting(boxes, asked) == expected)
        }
    }

    @Test func `meet a box by an edge or a corner alone, and one of everything`() {
        let boxes: [Box] = [
            (1, 2, 1, 2), (2, 3, 2, 3), (-1, 0, 0, 1), (0, 0, 0, 0), (5, 6, 5, 6),
            (.infinity, -.infinity, .infinity, -.infinity),
        ]
        #expect(meeting(boxes, (2, 2, 2, 2)) == [0, 1])
        #expect(meeting(boxes, (0, 1, 0, 1)) == [0, 2, 3])
        #expect(meeting(boxes, (-0.0, 0, -0.0, 0)) == [2, 3])
        // A box that holds nothing is met by nothing less than everything.
        let everything: Box = (-.infinity, .infinity, -.infinity, .infinity)
        #expect(meeting(boxes, everything) == [0, 1, 2, 3, 4, 5])
    }
}
