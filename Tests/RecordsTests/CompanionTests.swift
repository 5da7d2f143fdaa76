import Records
import Synchronization
import Testing

struct `A companion` {
    @Test func `gives what its work gave`() {
        let companions = (0..<100).map { number in Companion { number * number } }
        #expect(companions.map { $0.join() } == (0..<100).map { $0 * $0 })
    }

    @Test func `never waits for the others, however many there are`() {
        // A pool of a fixed size would hang: each waits for the next, and the last alone for nobody.
        @Sendable func nested(_ depth: Int) -> Int {
            depth == 0 ? 0 : Companion { nested(depth - 1) }.join() + 1
        }
        #expect(nested(50) == 50)
    }

    @Test func `has let go of its work when it is joined`() {
        final class Held: Sendable {
            let isGone: @Sendable () -> Void
            init(_ isGone: @escaping @Sendable () -> Void) { self.isGone = isGone }
            deinit { isGone() }
        }
        for _ in 0..<100 {
            let flag = Flag()
            Companion { [held = Held { flag.isSet.withLock { $0 = true } }] in
                withExtendedLifetime(held) {}
            }.join()
            #expect(flag.isSet.withLock { $0 })
        }
    }

    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }
}
