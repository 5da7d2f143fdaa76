import Access
import Exports
package import HTTPServer
package import PlaceIndex
package import Records
package import Species

/// OGC API - Features - Part 1: Core, and Part 2 for the two orders of axes of WGS 84, over records, places and ranges.
///
/// <https://docs.ogc.org/is/17-069r4/17-069r4.html>, <https://docs.ogc.org/is/18-058/18-058.html>
package struct OGCRoutes: Sendable {
    private let records: FeatureRoutes<RecordFeatures>
    private let places: FeatureRoutes<PlaceFeatures>
    private let ranges: FeatureRoutes<RangeFeatures>
    private let isTLS: Bool

    /// - Parameters:
    ///   - taxa: Tells which records are of a taxon.
    ///   - dates: How exactly the public learns when a concealed record was made.
    ///   - isTLS: Whether the service itself speaks TLS: its links then begin with `https`.
    package init(
        records: RecordStore, taxa: RecordedTaxa, places: PlaceIndex, species: SpeciesStore,
        dates: PublicDates = .month, isTLS: Bool = false
    ) {
        self.records = FeatureRoutes(
            source: RecordFeatures(records, taxa, dates: dates), isTLS: isTLS)
        self.places = FeatureRoutes(source: PlaceFeatures(places), isTLS: isTLS)
        ranges = FeatureRoutes(source: RangeFeatures(species), isTLS: isTLS)
        self.isTLS = isTLS
    }

    package var routes: [Route] {
        [
            Route("GET", "/ogc", handler: landingPage),
            Route("GET", "/ogc/conformance", handler: conformance),
            Route("GET", "/ogc/api", handler: description),
            Route("GET", "/ogc/collections", execution: .worker, handler: collections),
        ] + records.routes + places.routes + ranges.routes
    }

    /// Of `QueryNames`.
    static let queryNames: [String: Set<String>] = {
        let own: [String: Set<String>] = [
            "GET /ogc": ["f"], "GET /ogc/conformance": ["f"], "GET /ogc/api": ["f"],
            "GET /ogc/collections": ["scope", "f"],
        ]
        return [
            FeatureRoutes<RecordFeatures>.queryNames, FeatureRoutes<PlaceFeatures>.queryNames,
            FeatureRoutes<RangeFeatures>.queryNames,
        ].reduce(own) { $0.merging($1) { $1 } }
    }()

    private static let conformanceClasses = [
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
        "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs",
    ]

    @Sendable private func landingPage(_ request: Request) throws -> Response {
        try Parameters(query: request.query).checkFormat()
        let address = ServiceAddress(request, isTLS: isTLS)
        var json = JSONWriter(reserving: 1024)
        json.object { json in
            json.member("title", "Turnstone")
            json.member(
                "description",
                "Records of what was seen and photographed, the places of the map, "
                    + "and the ranges of species.")
            json.member(links: [
                FeatureLink("self", .json, address.address(of: "/ogc"), title: "This page"),
                FeatureLink(
                    "service-desc", .openAPI, address.address(of: "/ogc/api"),
                    title: "The description of this interface"),
                FeatureLink(
                    "conformance", .json, address.address(of: "/ogc/conformance"),
                    title: "The parts of the standard that hold here"),
                FeatureLink(
                    "data", .json, address.address(of: "/ogc/collections"),
                    title: "The collections of features"),
            ])
        }
        return try .json(json)
    }

    @Sendable private func conformance(_ request: Request) throws -> Response {
        try Parameters(query: request.query).checkFormat()
        var json = JSONWriter(reserving: 512)
        json.object { json in
            json.array("conformsTo") { json in
                for name in Self.conformanceClasses { json.value(name) }
            }
        }
        return try .json(json)
    }

    @Sendable private func description(_ request: Request) throws -> Response {
        try Parameters(query: request.query).checkFormat()
        return Response(
            contentType: FeatureLink.MediaType.openAPI.rawValue,
            headers: [.init("Cache-Control", "no-cache")],
            body: .bytes(PackageResources.features_json))
    }

    @Sendable private func collections(_ request: Request) throws -> Response {
        try Parameters(query: request.query).checkFormat()
        let address = ServiceAddress(request, isTLS: isTLS)
        var json = JSONWriter(reserving: 4096)
        json.beginObject()
        json.member(links: [
            FeatureLink(
                "self", .json, address.address(of: request.target()), title: "The collections")
        ])
        json.key("collections")
        json.beginArray()
        try records.describe(request, to: &json)
        // Others want a token.
        if !isAnyone(request) {
            try places.describe(request, to: &json)
            try ranges.describe(request, to: &json)
        }
        json.endArray()
        json.endObject()
        return try Response.json(json).forThisCallerOnly()
    }

    private func isAnyone(_ request: Request) -> Bool {
        switch request.caller as? Caller {
        case .local, .bearer: false
        case .anyone, nil: true
        }
    }
}
