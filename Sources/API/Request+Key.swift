import HTTPServer

extension Request {
    /// The client's own name for what it asks for, which when sent again is answered with the same.
    ///
    /// - Throws: `APIError.invalid` for bytes that are not UTF-8: they read as the same character, and two keys would be
    ///   one.
    var idempotencyKey: String? {
        get throws(APIError) {
            let name = "Idempotency-Key"
            guard let key = header(name) else { return nil }
            guard !key.unicodeScalars.contains("\u{FFFD}") else {
                throw .invalid(parameter: name, remedy: "Send it in UTF-8; a UUID is best.")
            }
            return key
        }
    }
}
