package import Captures
package import HTTPServer
package import PlaceIndex
package import Records

/// The whole HTTP interface over one data directory. `openapi.json` beside this file describes it.
package enum Service {
    /// Every route there is.
    package static func routes(
        records: RecordStore, places: PlaceIndex, captures: CaptureFlow,
        health: @escaping @Sendable () -> ServiceRoutes.Health
    ) -> [Route] {
        CaptureRoutes(captures, records: records).routes + RecordRoutes(records).routes
            + PlaceRoutes(places).routes + GeocoderRoutes(places).routes
            + ServiceRoutes(health: health).routes
    }
}
