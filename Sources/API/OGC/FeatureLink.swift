import Exports

/// A link of OGC API Features (OGC 17-069r4, section 5.2; RFC 8288).
struct FeatureLink {
    /// The types that are linked to.
    enum MediaType: String {
        case json = "application/json"
        case geoJSON = "application/geo+json"
        case schema = "application/schema+json"
        case openAPI = "application/vnd.oai.openapi+json;version=3.0"
    }

    let relation: String
    let type: MediaType
    /// The whole address.
    let href: String
    let title: String

    init(_ relation: String, _ type: MediaType, _ href: String, title: String) {
        (self.relation, self.type, self.href, self.title) = (relation, type, href, title)
    }
}

extension JSONWriter {
    /// The member `links`.
    mutating func member(links: [FeatureLink]) {
        array("links") { json in
            for link in links {
                json.object { json in
                    json.member("href", link.href)
                    json.member("rel", link.relation)
                    json.member("type", link.type.rawValue)
                    json.member("title", link.title)
                }
            }
        }
    }
}
