/// Finds the route for a method and a path.
struct Router: Sendable {
    enum Match: Sendable, Equatable {
        case found(index: Int, parameters: [Request.Parameter])
        /// The path is known, for these methods only; sorted, with OPTIONS, and HEAD where
        /// there is GET.
        case methodNotAllowed([String])
        case nothing
    }

    /// A place in the tree of patterns. Immutable once the router is made.
    private struct Node: Sendable {
        var literals: [(bytes: [UInt8], node: Int)] = []
        var parameter: Int?
        /// `position` counts the segments from 0.
        var routes: [(method: String, index: Int, parameters: [(name: String, position: Int)])] = []
    }

    private var nodes = [Node()]

    /// - Throws: `HTTPServerError.routeNotUsable` for a malformed pattern and for two routes that are the same.
    init(_ routes: [Route]) throws(HTTPServerError) {
        for (index, route) in routes.enumerated() {
            func unusable(_ reason: String) -> HTTPServerError {
                .routeNotUsable(method: route.method, pattern: route.pattern, reason: reason)
            }
            guard route.pattern.hasPrefix("/") else { throw unusable("it must begin with /") }
            var node = 0
            var parameters: [(name: String, position: Int)] = []
            let segments = route.pattern.dropFirst().split(
                separator: "/", omittingEmptySubsequences: false)
            guard segments.count <= PathSegments.limit else {
                throw unusable("it has more than \(PathSegments.limit) segments")
            }
            for (position, segment) in (route.pattern == "/" ? [] : segments).enumerated() {
                guard !segment.isEmpty else { throw unusable("it has an empty segment") }
                if segment.hasPrefix("{"), segment.hasSuffix("}") {
                    parameters.append((String(segment.dropFirst().dropLast()), position))
                    node = parameterChild(of: node)
                } else {
                    guard !segment.contains(where: { "{}%\\".contains($0) }) else {
                        throw unusable("a segment is either literal or one whole {parameter}")
                    }
                    node = literalChild(of: node, Array(segment.utf8))
                }
            }
            guard Set(parameters.map(\.name)).count == parameters.count else {
                throw unusable("it names a parameter twice")
            }
            guard !nodes[node].routes.contains(where: { $0.method == route.method }) else {
                throw unusable("another route has the same method and pattern")
            }
            nodes[node].routes.append((route.method, index, parameters))
        }
    }

    /// Looks a path up, as it came on the wire: percent-encoded, without query.
    func match(method: String, path: UnsafeBufferPointer<UInt8>) -> Match {
        PathSegments.with(path) { bytes, segments in
            var allowed: [String] = []
            if let found = find(method, bytes, segments, from: 0, depth: 0, &allowed) {
                return found
            }
            return allowed.isEmpty
                ? .nothing : .methodNotAllowed(Set(allowed + ["OPTIONS"]).sorted())
        } ?? .nothing
    }

    /// Literal before parameter, and back to the parameter when the literal leads nowhere.
    private func find(
        _ method: String, _ bytes: UnsafeBufferPointer<UInt8>,
        _ segments: UnsafeBufferPointer<Range<Int>>, from node: Int, depth: Int,
        _ allowed: inout [String]
    ) -> Match? {
        guard depth < segments.count else {
            return end(method, bytes, segments, at: node, &allowed)
        }
        let segment = UnsafeBufferPointer(rebasing: bytes[segments[depth]])
        for literal in nodes[node].literals
        where literal.bytes.count == segment.count && literal.bytes.elementsEqual(segment) {
            if let found = find(
                method, bytes, segments, from: literal.node, depth: depth + 1, &allowed)
            {
                return found
            }
        }
        return nodes[node].parameter.flatMap {
            find(method, bytes, segments, from: $0, depth: depth + 1, &allowed)
        }
    }

    private func end(
        _ method: String, _ bytes: UnsafeBufferPointer<UInt8>,
        _ segments: UnsafeBufferPointer<Range<Int>>, at node: Int, _ allowed: inout [String]
    ) -> Match? {
        let routes = nodes[node].routes
        guard
            let route = routes.first(where: { $0.method == method })
                ?? (method == "HEAD" ? routes.first { $0.method == "GET" } : nil)
        else {
            allowed += routes.map(\.method)
            if routes.contains(where: { $0.method == "GET" }) { allowed.append("HEAD") }
            return nil
        }
        return .found(
            index: route.index,
            parameters: route.parameters.map { name, position in
                let bytes = UnsafeBufferPointer(rebasing: bytes[segments[position]])
                return Request.Parameter(name, String(decoding: bytes, as: UTF8.self))
            })
    }

    private mutating func literalChild(of node: Int, _ bytes: [UInt8]) -> Int {
        if let known = nodes[node].literals.first(where: { $0.bytes == bytes }) {
            return known.node
        }
        nodes.append(Node())
        nodes[node].literals.append((bytes, nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func parameterChild(of node: Int) -> Int {
        if let known = nodes[node].parameter { return known }
        nodes.append(Node())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }
}
