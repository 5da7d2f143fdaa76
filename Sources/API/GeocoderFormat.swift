package import GeoModel

/// The formats of Nominatim: a name for each, and how its answers are sent.
package enum GeocoderFormat: String, CaseIterable, Sendable {
    case xml, json, jsonv2, geojson, geocodejson

    var contentType: String {
        self == .xml ? "text/xml; charset=utf-8" : Self.jsonContentType
    }

    static let jsonContentType = "application/json; charset=utf-8"
}

/// What of a result is shown; the names are Nominatim's parameters.
package struct GeocoderDetails: Hashable, Sendable {
    package var addressdetails = true
    package var namedetails = false
    package var extratags = false
    /// How the whole shape is shown; nil for the point alone.
    package var shape: Shape?
    /// `polygon_threshold`: how far a shown shape may stray from the true one, in degrees.
    package var threshold = 0.0

    /// The form of a shape, each with a parameter of its own.
    package enum Shape: String, CaseIterable, Sendable {
        case geojson = "polygon_geojson"
        case text = "polygon_text"
        case kml = "polygon_kml"
        case svg = "polygon_svg"

        /// The form alone: `geojson`.
        package var word: String { String(rawValue.dropFirst("polygon_".count)) }
    }
}

/// What a question to the geocoder is answered with.
package struct GeocoderAnswer: Sendable {
    package let results: [GeocoderResult]
    /// Whether it is a list, which may be empty: `/search` and `/lookup`. `/reverse` has one result, and
    /// says with an error that there is none.
    package let isList: Bool
    /// The question as geocodejson repeats it; nil leaves it out.
    package let query: String?
    /// The question as XML repeats it.
    package let querystring: String
    /// Further attributes of the XML document.
    package let attributes: [(name: String, value: String?)]

    package static func one(_ result: GeocoderResult?, querystring: String) -> GeocoderAnswer {
        GeocoderAnswer(
            results: result.map { [$0] } ?? [], isList: false, query: "",
            querystring: querystring, attributes: [])
    }

    package static func list(
        _ results: [GeocoderResult], query: String? = nil,
        attributes: [(name: String, value: String?)] = []
    ) -> GeocoderAnswer {
        GeocoderAnswer(
            results: results, isList: true, query: query, querystring: query ?? "",
            attributes: attributes)
    }
}
