import Testing

@testable import RankingBench

@Suite struct `Even points` {
    @Test func `fill every part of the unit cube as its size is`() {
        #expect((1...4).map { EvenPoints($0)[0] } == [0.5, 0.25, 0.75, 0.125])
        let count = 512
        for dimension in 0..<5 {
            let values = (1...count).map { EvenPoints($0)[dimension] }
            #expect(values.allSatisfy { (0..<1).contains($0) })
            for tenth in 0..<10 {
                let part = Double(tenth) / 10..<Double(tenth + 1) / 10
                let found = values.count { part.contains($0) }
                #expect((47...56).contains(found), "\(dimension) \(part) \(found)")
            }
        }
        // Of two dimensions together too: a quarter circle has pi / 4 of the square.
        let inside = (1...count).count { number in
            let point = EvenPoints(number)
            return point[0] * point[0] + point[1] * point[1] < 1
        }
        #expect(abs(Double(inside) / Double(count) - .pi / 4) < 0.01)
    }
}
