package import Captures
package import HTTPServer
package import PlaceIndex
package import Records
package import Species

/// The whole HTTP interface over one data directory. `openapi.json` beside this file describes it.
package enum Service {
    /// Every route there is.
    ///
    /// - Parameters:
    ///   - dates: How exactly the public learns when a concealed record was made.
    ///   - isTLS: Whether the server speaks TLS, which absolute links have to say.
    ///   - metrics: Learns of captures; whoever runs the server tells it of requests.
    package static func routes(
        records: RecordStore, places: PlaceIndex, species: SpeciesStore, captures: CaptureFlow,
        publicDates dates: PublicDates = .month, isTLS: Bool = false,
        metrics: ServiceMetrics = ServiceMetrics(),
        health: @escaping @Sendable () -> ServiceRoutes.Health
    ) -> [Route] {
        let taxa = RecordedTaxa(records, species)
        var review = RecordRoutes(records, taxa: taxa, dates: dates)
        review.isTLS = isTLS
        let routes =
            CaptureRoutes(captures, records: records, dates: dates, metrics: metrics).routes
            + review.routes
            + SavedPlaceRoutes(records).routes
            + PlaceRoutes(places).routes + GeocoderRoutes(places).routes
            + SpeciesRoutes(species, records: records, dates: dates).routes
            + ExploreRoutes(species, records: records).routes
            + RangeOverrideRoutes(species).routes
            + OGCRoutes(
                records: records, taxa: taxa, places: places, species: species, dates: dates,
                isTLS: isTLS
            ).routes
            + ServiceRoutes(health: health).routes
            + MetricsRoutes(metrics, records: records, health: health).routes
        return routes.map { $0.refusingUnknownNames() }
    }
}
