internal import CMicroHTTPD
internal import Synchronization

/// What libmicrohttpd calls.
///
/// The context is the `ServerCore`, which outlives the daemon. A request's pointer holds its `Exchange`, a
/// connection's its `ConnectionRecord`; both are retained there and released by the last callback for them.
enum Callbacks {
    static let accept: MHD_AcceptPolicyCallback = { context, address, _ in
        guard let context, let address else { return .NO }
        let core = core(context)
        if core.isStopping.load(ordering: .relaxed) { return .NO }
        return core.connections.takes(ClientAddress(address)) ? .YES : .NO
    }

    static let connection: MHD_NotifyConnectionCallback = { context, connection, slot, event in
        guard let context, let slot else { return }
        let connections = core(context).connections
        switch event {
        case .CONNECTION_NOTIFY_STARTED:
            let record = connections.add(
                tsn_mhd_descriptor(connection),
                from: tsn_mhd_client_address(connection).map { ClientAddress($0) } ?? .unknown)
            slot.pointee = Unmanaged.passRetained(record).toOpaque()
        case .CONNECTION_NOTIFY_CLOSED:
            guard let pointer = slot.pointee else { return }
            slot.pointee = nil
            connections.remove(Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue())
        }
    }

    /// Called with the header, with each piece of the body, with its end, and after each resumption.
    static let answer: MHD_AccessHandlerCallback = {
        context, connection, url, method, _, bytes, count, slot in
        guard let context, let connection, let url, let method, let count, let slot
        else { return .NO }
        guard let pointer = slot.pointee else {
            guard let record = tsn_mhd_socket_context(connection) else { return .NO }
            let core = core(context)
            let exchange = Exchange(
                core, connection,
                Unmanaged<ConnectionRecord>.fromOpaque(record).takeUnretainedValue(),
                method: method, url: url)
            core.inFlight.add(1, ordering: .relaxed)
            slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
            return exchange.begin()
        }
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        guard count.pointee > 0 else { return exchange.proceed() }
        defer { count.pointee = 0 }
        return exchange.receive(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
    }

    static let completed: MHD_RequestCompletedCallback = { _, _, slot, code in
        guard let slot, let pointer = slot.pointee else { return }
        slot.pointee = nil
        Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue().completed(code)
    }

    private static func core(_ context: UnsafeMutableRawPointer) -> ServerCore {
        Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    }
}
