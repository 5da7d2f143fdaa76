internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A response body that is made while it is sent: at most one chunk is kept.
///
/// On a `.worker` route each chunk is made on the pool while the connection is suspended, so that a slow producer
/// holds no other connection. `@unchecked Sendable`: `chunk` and `position` belong to the connection's thread;
/// what the worker hands over is in `handover`, which has a lock.
final class ResponseStream: @unchecked Sendable {
    typealias Producer = @Sendable () throws -> [UInt8]?

    private enum Handover {
        case nothing
        case producing
        case produced(Result<[UInt8]?, any Error>)
    }

    private let exchange: Exchange
    private let produce: Producer
    private var chunk: [UInt8] = []
    private var position = 0
    private let handover = Mutex(Handover.nothing)

    init(_ exchange: Exchange, _ produce: @escaping Producer) {
        self.exchange = exchange
        self.produce = produce
    }

    /// The response for libmicrohttpd, which keeps this object until the body is out or the client gone.
    func prepared() -> OpaquePointer? {
        let context = Unmanaged.passRetained(self).toOpaque()
        let prepared = MHD_create_response_from_callback(
            UInt64.max, Self.blockLength,
            { context, _, buffer, capacity in
                guard let context, let buffer else { return ResponseStream.failed }
                return Unmanaged<ResponseStream>.fromOpaque(context).takeUnretainedValue()
                    .fill(UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
            }, context,
            { context in
                if let context { Unmanaged<ResponseStream>.fromOpaque(context).release() }
            })
        if prepared == nil { Unmanaged<ResponseStream>.fromOpaque(context).release() }
        return prepared
    }

    private static let blockLength = 32 * 1024
    /// MHD_CONTENT_READER_END_OF_STREAM and _END_WITH_ERROR, which are casts and so not imported.
    private static let ended = -1
    private static let failed = -2

    /// Copies what fits of the present chunk, or gets the next one.
    ///
    /// - Returns: Bytes copied; 0 when the connection was suspended; `ended`; `failed`.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        while position == chunk.count {
            let next: Result<[UInt8]?, any Error>
            if let ready = takeProduced() {
                next = ready
            } else if exchange.runsOnWorker {
                return produceOnWorker() ? 0 : Self.failed
            } else {
                next = Result(catching: produce)
            }
            switch next {
            case .failure: return Self.failed
            case .success(nil): return Self.ended
            case .success(let bytes?): (chunk, position) = (bytes, 0)
            }
        }
        let count = min(buffer.count, chunk.count - position)
        chunk.withUnsafeBytes {
            buffer.copyMemory(from: .init(rebasing: $0[position..<position + count]))
        }
        position += count
        exchange.sent += count
        return count
    }

    private func takeProduced() -> Result<[UInt8]?, any Error>? {
        handover.withLock { handover in
            guard case .produced(let result) = handover else { return nil }
            handover = .nothing
            return result
        }
    }

    /// Suspends the connection until the next chunk is there; false when the server is about to stop.
    private func produceOnWorker() -> Bool {
        let core = exchange.core
        let isNoted = core.willSuspend(self) { [self] in finish(.failure(Refusal.stopping)) }
        guard isNoted else { return false }
        handover.withLock { $0 = .producing }
        MHD_suspend_connection(exchange.connection)
        core.pool.submitNextPiece { [self] in
            let result = Result(catching: produce)
            core.willResume(self)
            finish(result)
        }
        return true
    }

    private func finish(_ result: Result<[UInt8]?, any Error>) {
        handover.withLock {
            guard case .producing = $0 else { return }
            $0 = .produced(result)
            MHD_resume_connection(exchange.connection)
        }
    }
}
