import Exports

/// A property that features of a collection have, in words of JSON Schema.
///
/// Map tools otherwise guess the properties and their types from the first features that they meet: GDAL leaves out what
/// these lack, and cuts a number that outgrows theirs.
struct FeatureProperty {
    enum Kind {
        case text
        /// RFC 3339.
        case dateTime
        case flag
        /// Fits in 32 bits.
        case smallInteger
        /// May not fit in 32 bits, which is what GDAL reads an `integer` of a schema into: it is told as a number that
        /// is a multiple of 1.
        case integer
        case number
    }

    let name: String
    let kind: Kind

    init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
}

extension JSONWriter {
    /// A schema (JSON Schema 2020-12) of a collection's features. A property that is not known of a feature is absent
    /// from it, so none is required.
    mutating func value(
        schemaOf properties: [FeatureProperty], _ words: FeatureCollectionWords, at address: String
    ) {
        object { json in
            json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
            json.member("$id", address)
            json.member("title", words.title)
            json.member("description", words.description)
            json.member("type", "object")
            json.array("required") { json in
                for name in ["type", "id", "geometry", "properties"] { json.value(name) }
            }
            json.object("properties") { json in
                json.object("type") { $0.member("const", "Feature") }
                json.object("id") { $0.member("type", "string") }
                json.object("geometry") { json in
                    json.array("type") { json in
                        for name in ["object", "null"] { json.value(name) }
                    }
                }
                json.object("properties") { json in
                    json.member("type", "object")
                    json.object("properties") { json in
                        for property in properties { json.member(property) }
                    }
                }
            }
        }
    }

    private mutating func member(_ property: FeatureProperty) {
        object(property.name) { json in
            switch property.kind {
            case .text: json.member("type", "string")
            case .dateTime:
                json.member("type", "string")
                json.member("format", "date-time")
            case .flag: json.member("type", "boolean")
            case .smallInteger: json.member("type", "integer")
            case .integer:
                json.member("type", "number")
                json.member("multipleOf", 1)
            case .number: json.member("type", "number")
            }
        }
    }
}
