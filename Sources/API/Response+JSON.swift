package import Exports
package import HTTPServer

extension Response {
    /// What a writer holds, as JSON.
    ///
    /// - Throws: `ExportError` when a number in it was none.
    package static func json(
        _ json: JSONWriter, status: Int = 200, contentType: String = "application/json"
    ) throws(ExportError) -> Response {
        var json = json
        return Response(status: status, contentType: contentType, body: .bytes(try json.finish()))
    }

    /// JSON that is text already.
    package static func json(text: String, status: Int = 200) -> Response {
        Response(status: status, contentType: "application/json", text: text)
    }
}
