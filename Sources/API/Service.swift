package import Captures
package import HTTPServer
package import PlaceIndex
package import Records
package import Species

/// The whole HTTP interface over one data directory. `openapi.json` beside this file describes it.
package enum Service {
    /// Every route there is.
    package static func routes(
        records: RecordStore, places: PlaceIndex, species: SpeciesStore, captures: CaptureFlow,
        health: @escaping @Sendable () -> ServiceRoutes.Health
    ) -> [Route] {
        CaptureRoutes(captures, records: records).routes + RecordRoutes(records).routes
            + SavedPlaceRoutes(records).routes
            + PlaceRoutes(places).routes + GeocoderRoutes(places).routes
            + SpeciesRoutes(species, records: records).routes
            + ExploreRoutes(species, records: records).routes
            + ServiceRoutes(health: health).routes
    }
}
