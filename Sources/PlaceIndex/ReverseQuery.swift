package import GeoModel

/// What is asked of a position.
package struct ReverseQuery: Sendable {
    package static let zooms = 0...18

    package let position: Coordinate
    /// How fine the answer may be, as Nominatim has it: 3 country, 5 state, 8 county, 10 city, 14
    /// neighbourhood, 16 and 17 streets, 18 building.
    package let zoom: Int
    package let languages: LanguagePreferences
    package let layers: Set<Layer>

    /// - Throws: `PlaceIndexError` for a zoom not in 0...18 or an empty set of layers.
    package init(
        position: Coordinate, zoom: Int = 18, languages: LanguagePreferences = .local,
        layers: Set<Layer> = [.address, .poi]
    ) throws(PlaceIndexError) {
        guard Self.zooms.contains(zoom) else { throw .zoomOutOfRange(Self.zooms) }
        guard !layers.isEmpty else { throw .noLayers }
        self.position = position
        self.zoom = zoom
        self.languages = languages
        self.layers = layers
    }
}
