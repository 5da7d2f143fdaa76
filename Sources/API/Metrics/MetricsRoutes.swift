internal import GeoModel
package import HTTPServer
package import Records

/// `/metrics`, for Prometheus and what reads its format.
///
/// It tells counts, times and sizes, nothing of a record, a place or a person: the least token will do.
package struct MetricsRoutes: Sendable {
    private let metrics: ServiceMetrics
    private let records: RecordStore
    private let health: @Sendable () -> ServiceRoutes.Health

    package init(
        _ metrics: ServiceMetrics, records: RecordStore,
        health: @escaping @Sendable () -> ServiceRoutes.Health
    ) {
        self.metrics = metrics
        self.records = records
        self.health = health
    }

    package var routes: [Route] { [Route("GET", "/metrics", handler: show)] }

    @Sendable private func show(_ request: Request) throws -> Response {
        var text = MetricsText()
        let counts = metrics.now
        Self.write(counts.routes, to: &text)
        Self.write(counts.sources, to: &text)
        if let load = metrics.load { Self.write(load, to: &text) }
        try writeStores(to: &text)
        writeHealth(to: &text)
        if let usage = ProcessUsage() { Self.write(usage, to: &text) }
        return Response(
            contentType: MetricsText.contentType, headers: [.init("Cache-Control", "no-store")],
            body: .bytes(Array(text.text.utf8)))
    }

    private static func write(
        _ routes: [ServiceMetrics.RouteKey: ServiceMetrics.RouteCounts], to text: inout MetricsText
    ) {
        let sorted = routes.sorted {
            ($0.key.route, $0.key.method) < ($1.key.route, $1.key.method)
        }
        text.metric(
            "turnstone_http_requests_total", .counter,
            "Requests that are over, by the route's pattern; 499 where the client went before its answer."
        ) { lines in
            for (key, counts) in sorted {
                for (status, count) in counts.byStatus.sorted(by: { $0.key < $1.key }) {
                    lines.sample(
                        Double(count),
                        ["route": key.route, "method": key.method, "status": "\(status)"])
                }
            }
        }
        text.metric(
            "turnstone_http_response_bytes_total", .counter, "Bytes of response bodies."
        ) { lines in
            for (key, counts) in sorted {
                lines.sample(Double(counts.bytes), ["route": key.route, "method": key.method])
            }
        }
        text.metric(
            "turnstone_http_request_duration_seconds", .histogram,
            "From the whole header of a request to the end of its answer."
        ) { lines in
            for (key, counts) in sorted { write(counts.durations, of: key, to: &lines) }
        }
    }

    private static func write(
        _ durations: ServiceMetrics.Durations, of key: ServiceMetrics.RouteKey,
        to lines: inout MetricsText.Samples
    ) {
        var count = 0
        for (bound, more) in zip(ServiceMetrics.Durations.bounds + [.infinity], durations.counts) {
            count += more
            let name = bound.isInfinite ? "+Inf" : MetricsText.number(bound)
            lines.sample(
                Double(count), ["route": key.route, "method": key.method, "le": name],
                suffix: "_bucket")
        }
        let labels: MetricsText.Labels = ["route": key.route, "method": key.method]
        lines.sample(Double(durations.sumInMicroseconds) / 1e6, labels, suffix: "_sum")
        lines.sample(Double(count), labels, suffix: "_count")
    }

    private static func write(
        _ sources: [String: ServiceMetrics.SourceCounts], to text: inout MetricsText
    ) {
        let sorted = sources.sorted { $0.key < $1.key }
        text.metric(
            "turnstone_capture_sources_total", .counter,
            "What the sources said of new captures: answered, nothing, failed, off."
        ) { lines in
            for (name, counts) in sorted {
                for (state, count) in counts.byState.sorted(by: {
                    $0.key.rawValue < $1.key.rawValue
                }) {
                    lines.sample(Double(count), ["source": name, "state": state.rawValue])
                }
            }
        }
        text.metric(
            "turnstone_capture_source_seconds_total", .counter, "How long they took for it."
        ) { lines in
            for (name, counts) in sorted {
                lines.sample(counts.milliseconds / 1000, ["source": name])
            }
        }
    }

    private static func write(_ load: ServerLoad, to text: inout MetricsText) {
        text.metric(
            "turnstone_http_connections", .gauge, "Open connections, idle ones included.",
            Double(load.connections))
        text.metric(
            "turnstone_http_requests_in_flight", .gauge, "Requests under way, this one included.",
            Double(load.requests))
        text.metric(
            "turnstone_http_requests_waiting", .gauge, "Those of them that wait for a worker.",
            Double(load.waiting))
    }

    private func writeStores(to text: inout MetricsText) throws {
        let counts = try records.counts()
        text.metric("turnstone_records", .gauge, "Records there are.", Double(counts.records))
        text.metric(
            "turnstone_captures_pending", .gauge, "Captures that wait for an answer.",
            Double(counts.pendingCaptures))
        if let free = DiskSpace.free(at: records.directory.path) {
            text.metric(
                "turnstone_disk_free_bytes", .gauge,
                "Room on the disk of the data directory; uploads are refused under --disk-reserve.",
                Double(free))
        }
    }

    private func writeHealth(to text: inout MetricsText) {
        let health = health()
        text.metric("turnstone_build_info", .gauge, "The program's version.") {
            $0.sample(1, ["version": health.version])
        }
        text.metric(
            "turnstone_regions", .gauge, "Regions of the map that answer.",
            Double(health.regions.count))
        text.metric(
            "turnstone_regions_unread", .gauge, "Regions that are left out; /healthz tells why.",
            Double(health.unreadRegions.count))
        text.metric(
            "turnstone_model_state", .gauge, "1 for the state each picture model is in."
        ) { lines in
            for model in health.models {
                lines.sample(1, ["model": model.name, "state": model.state])
            }
        }
    }

    /// Under the names that Prometheus' own clients give them.
    private static func write(_ usage: ProcessUsage, to text: inout MetricsText) {
        text.metric(
            "process_resident_memory_bytes", .gauge, "Memory in use.", usage.residentBytes)
        text.metric(
            "process_cpu_seconds_total", .counter, "User and system time.", usage.cpuSeconds)
        text.metric("process_open_fds", .gauge, "Open descriptors.", usage.openDescriptors)
        text.metric("process_max_fds", .gauge, "How many there may be.", usage.descriptorLimit)
        text.metric(
            "process_start_time_seconds", .gauge, "When it was started, since 1970.",
            usage.startTime)
    }
}
