import Exports
import FoundationEssentials
import GeoModel
import HTTPServer

/// The routes of one collection: what it is, what its features have, its items, one item.
struct FeatureRoutes<Source: FeatureSource>: Sendable {
    let source: Source
    let isTLS: Bool

    private static var path: String { "/ogc/collections/\(Source.words.id)" }

    /// Of `QueryNames`.
    static var queryNames: [String: Set<String>] {
        let scope: Set = Source.filters.contains("scope") ? ["scope"] : []
        return [
            "GET \(path)": scope.union(["f"]),
            "GET \(path)/schema": scope.union(["f"]),
            "GET \(path)/items": Source.itemNames,
            "GET \(path)/items/{featureId}": scope.union(["crs", "f"]),
        ]
    }

    var routes: [Route] {
        [
            Route("GET", Self.path, execution: .worker, handler: collection),
            Route("GET", "\(Self.path)/schema", execution: .worker, handler: schema),
            Route("GET", "\(Self.path)/items", execution: .worker, handler: items),
            Route(
                "GET", "\(Self.path)/items/{featureId}", execution: .worker, handler: feature),
        ]
    }

    @Sendable private func collection(_ request: Request) throws -> Response {
        try Parameters(query: request.query).checkFormat()
        var json = JSONWriter(reserving: 2048)
        try describe(request, to: &json)
        return try Response.json(json).forThisCallerOnly()
    }

    /// An object as `/collections/{collectionId}` answers it.
    func describe(_ request: Request, to json: inout JSONWriter) throws {
        let address = ServiceAddress(request, isTLS: isTLS)
        let extent = try source.extent(request)
        let (words, path) = (Source.words, address.address(of: Self.path))
        json.object { json in
            json.member("id", words.id)
            json.member("title", words.title)
            json.member("description", words.description)
            json.member("itemType", "feature")
            json.member(extent: extent)
            json.array("crs") { json in
                for system in FeatureReferenceSystem.allCases { json.value(system.rawValue) }
            }
            json.member("storageCrs", FeatureReferenceSystem.crs84.rawValue)
            json.member(links: [
                FeatureLink("self", .json, path, title: "This collection"),
                FeatureLink("items", .geoJSON, "\(path)/items", title: words.title),
                // As GDAL spells it; letter case does not tell relations apart (RFC 8288, section 2.1.1).
                FeatureLink(
                    "describedBy", .schema, "\(path)/schema", title: "What a feature has"),
            ])
        }
    }

    @Sendable private func schema(_ request: Request) throws -> Response {
        try Parameters(query: request.query).checkFormat()
        let address = ServiceAddress(request, isTLS: isTLS)
        var json = JSONWriter(reserving: 2048)
        json.value(
            schemaOf: try source.properties(request), Source.words,
            at: address.address(of: "\(Self.path)/schema"))
        return try Response.json(json, contentType: FeatureLink.MediaType.schema.rawValue)
            .forThisCallerOnly()
    }

    @Sendable private func items(_ request: Request) throws -> Response {
        let query = try FeatureQuery(request, greatestLimit: Source.greatestLimit)
        let address = ServiceAddress(request, isTLS: isTLS)
        var json = JSONWriter(reserving: 4096)
        json.beginObject()
        json.member("type", "FeatureCollection")
        json.key("features")
        json.beginArray()
        let end = try source.write(query, request, to: &json)
        json.endArray()
        json.member("numberReturned", end.count)
        json.member(ifPresent: "numberMatched", end.total.map(Int64.init))
        json.member("timeStamp", Date())
        var links = [
            FeatureLink(
                "self", .geoJSON, address.address(of: request.target()), title: "This page"),
            FeatureLink(
                "collection", .json, address.address(of: Self.path), title: Source.words.title),
        ]
        let next = end.nextCursor.map { cursor in
            // What the offset left out lies behind the cursor already.
            address.address(
                of: request.target(
                    without: ["cursor", "offset"], adding: .init("cursor", cursor)))
        }
        if let next { links.append(FeatureLink("next", .geoJSON, next, title: "The next page")) }
        json.member(links: links)
        json.endObject()
        return try Response.features(json, query.referenceSystem).linking(next)
    }

    @Sendable private func feature(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        try parameters.checkFormat()
        let system = try parameters.referenceSystem("crs")
        let address = ServiceAddress(request, isTLS: isTLS)
        var json = JSONWriter(reserving: 4096)
        try source.write(
            featureOf: request.parameter("featureId") ?? "", request, system.axes, to: &json
        ) { json in
            json.member(links: [
                FeatureLink(
                    "self", .geoJSON, address.address(of: request.target()), title: "This feature"),
                FeatureLink(
                    "collection", .json, address.address(of: Self.path), title: Source.words.title),
            ])
        }
        return try Response.features(json, system)
    }
}

extension Response {
    fileprivate static func features(
        _ json: JSONWriter, _ system: FeatureReferenceSystem
    ) throws -> Response {
        try Response.json(json, contentType: FeatureLink.MediaType.geoJSON.rawValue)
            .adding("Content-Crs", "<\(system.rawValue)>").forThisCallerOnly()
    }
}

extension JSONWriter {
    /// The member `extent`, as far as one is known (OGC 17-069r4, section 7.13).
    fileprivate mutating func member(extent: FeatureExtent) {
        guard extent.boundingBox != nil || extent.interval != nil else { return }
        object("extent") { json in
            if let box = extent.boundingBox {
                json.object("spatial") { json in
                    json.array("bbox") { json in
                        json.array { json in
                            for edge in [box.west, box.south, box.east, box.north] {
                                json.value(degree: edge)
                            }
                        }
                    }
                    json.member("crs", FeatureReferenceSystem.crs84.rawValue)
                }
            }
            if let interval = extent.interval {
                json.object("temporal") { json in
                    json.array("interval") { json in
                        json.array { json in
                            json.value(EventDate(utc: interval.lowerBound).description)
                            json.value(EventDate(utc: interval.upperBound).description)
                        }
                    }
                    json.member("trs", "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian")
                }
            }
        }
    }
}
