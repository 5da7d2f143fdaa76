import Exports
package import GeoModel
package import HTTPServer
import PlaceIndex

/// A question to the geocoder, with what Nominatim's routes have in common: format, details, shape,
/// language and callback. `email` is taken and not needed; other parameters are ignored.
package struct GeocoderRequest {
    package let parameters: Parameters
    package let format: GeocoderFormat
    package let details: GeocoderDetails
    package let languages: LanguagePreferences
    /// `json_callback`: the JavaScript function that a script wants called with the answer.
    let callback: String?

    /// Answers a request; errors take Nominatim's shape in the asked format, so that its clients
    /// show them.
    ///
    /// - Parameters:
    ///   - standard: The format when none is asked for.
    ///   - showsAddress: Whether `addressdetails` is on when it is not sent.
    ///   - find: The answer; what it throws is mapped as everywhere.
    package static func respond(
        to request: Request, format standard: GeocoderFormat, showsAddress: Bool = true,
        _ find: (GeocoderRequest) throws -> GeocoderAnswer
    ) throws -> Response {
        let parameters = Parameters(query: request.query)
        let asked = parameters.text("format") ?? standard.rawValue
        guard let format = GeocoderFormat(rawValue: asked) else {
            let error = APIError.unsupportedFormat(
                asked, offered: GeocoderFormat.allCases.map(\.rawValue))
            return Response(
                status: error.status, contentType: "text/plain; charset=utf-8",
                text: "ERROR \(error.status): \(error)")
        }
        do {
            let question = try GeocoderRequest(
                parameters, request, format: format, showsAddress: showsAddress)
            return try question.response(find(question))
        } catch let error as APIError {
            return try format.response(to: error)
        }
    }

    private init(
        _ parameters: Parameters, _ request: Request, format: GeocoderFormat, showsAddress: Bool
    ) throws(APIError) {
        self.parameters = parameters
        self.format = format
        for name in ["debug", "entrances"] where parameters.isOn(name, default: false) {
            throw .invalid(parameter: name, remedy: "It is not offered: leave it out, or send 0.")
        }
        languages = parameters.languages(
            ["accept-language", "lang"], header: request.acceptLanguage)
        details = GeocoderDetails(
            addressdetails: parameters.isOn("addressdetails", default: showsAddress),
            namedetails: parameters.isOn("namedetails", default: false),
            extratags: parameters.isOn("extratags", default: false),
            shape: try Self.shape(parameters, format),
            threshold: try parameters.number(
                "polygon_threshold", in: 0...180, remedy: "Send degrees, 0 or more.") ?? 0)
        callback = try Self.callback(parameters)
    }

    /// GeoJSON holds a shape in one form; elsewhere it is one of four.
    private static func shape(
        _ parameters: Parameters, _ format: GeocoderFormat
    ) throws(APIError) -> GeocoderDetails.Shape? {
        let offered: [GeocoderDetails.Shape] =
            switch format {
            case .geojson, .geocodejson: [.geojson]
            case .xml, .json, .jsonv2: GeocoderDetails.Shape.allCases
            }
        let asked = offered.filter { parameters.isOn($0.rawValue, default: false) }
        guard asked.count <= 1 else {
            throw .invalid(
                parameter: asked[1].rawValue,
                remedy: "Ask for one form of the shape: \(asked[0].rawValue) is asked for too.")
        }
        return asked.first
    }

    /// Names joined by dots, so that an answer is a call and nothing else.
    private static func callback(_ parameters: Parameters) throws(APIError) -> String? {
        guard let name = parameters.text("json_callback") else { return nil }
        let isCallable = name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            guard let first = $0.utf8.first, !(48...57).contains(first) else { return false }
            return $0.utf8.allSatisfy {
                (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x24
            }
        }
        guard isCallable else {
            throw .invalid(
                parameter: "json_callback",
                remedy: "Send the name of a function, such as show or map.show.")
        }
        return name
    }

    private func response(_ answer: GeocoderAnswer) throws -> Response {
        let bytes = try format.bytes(of: answer, details)
        guard let callback, format != .xml else {
            return Response(contentType: format.contentType, body: .bytes(bytes))
        }
        // The page of anyone may run it, which is what it is for: as long as there is no token, a page in this
        // machine's browser can ask the map by it, and see which regions are here. The map is public; of records,
        // captures and saved places no answer with a callback tells. With tokens it is closed: a script sends none.
        return Response(
            contentType: "application/javascript; charset=utf-8",
            headers: [.init("Cross-Origin-Resource-Policy", "cross-origin")],
            body: .bytes(Array("\(callback)(".utf8) + bytes + [UInt8(ascii: ")")])
        )
    }
}

extension GeocoderFormat {
    /// The document.
    ///
    /// - Throws: `ExportError` when a number in it was none.
    func bytes(
        of answer: GeocoderAnswer, _ details: GeocoderDetails
    ) throws(ExportError) -> [UInt8] {
        var json = JSONWriter(reserving: 2048)
        switch self {
        case .xml:
            var xml = XMLWriter(reserving: 2048)
            GeocoderXML(details: details).write(answer, to: &xml)
            return xml.bytes
        case .json: GeocoderJSON(details: details, categoryKey: "class").write(answer, to: &json)
        case .jsonv2:
            GeocoderJSON(details: details, categoryKey: "category").write(answer, to: &json)
        case .geojson: GeocoderGeoJSON(details: details).write(answer, to: &json)
        case .geocodejson: GeocoderGeocodeJSON(details: details).write(answer, to: &json)
        }
        return try json.finish()
    }

    fileprivate func response(to error: APIError) throws -> Response {
        if self == .xml {
            var xml = XMLWriter()
            xml.element("error") { xml in
                xml.element("code", text: "\(error.status)")
                xml.element("message", text: "\(error)")
            }
            return Response(
                status: error.status, contentType: contentType, body: .bytes(xml.bytes))
        }
        var json = JSONWriter()
        json.object { json in
            json.object("error") { json in
                json.member("code", error.status)
                json.member("message", error.description)
            }
        }
        return try .json(json, status: error.status, contentType: contentType)
    }
}

extension Parameters {
    /// Whether a switch of Nominatim's is on: all is but `0`, `false` and `no`.
    func isOn(_ name: String, default standard: Bool) -> Bool {
        switch value(name)?.lowercased() {
        case nil: standard
        case "0", "false", "no": false
        default: true
        }
    }
}
