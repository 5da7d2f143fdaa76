import Access
import Exports
import GeoModel
import HTTPServer
import Hashing
import Records

extension Request {
    /// Whether who asks may see all of every record: this machine before there is a token, and bearers of a
    /// token of the role review or above.
    var mayReview: Bool {
        switch caller as? Caller {
        case .local: true
        case .bearer(let token): token.role >= .review
        case .anyone, nil: false
        }
    }

    /// How much is shown: all to who may see it, unless `scope=public` asks for what the public sees.
    ///
    /// - Throws: `AccessRefusal` when `scope=all` asks for more than the caller may see; `APIError`.
    func recordScope(_ dates: PublicDates) throws -> RecordScope {
        switch queryValue("scope") {
        case nil: return mayReview ? .all : .public(dates: dates)
        case "public": return .public(dates: dates)
        case "all":
            if mayReview { return .all }
            guard case .bearer = caller as? Caller else { throw AccessRefusal.tokenMissing }
            throw AccessRefusal.roleTooLow(needed: .review)
        default:
            throw APIError.invalid(
                parameter: "scope", remedy: "Use public, or all with a token of the role review.")
        }
    }
}

extension Response {
    /// What depends on who asks: no cache gives it to another, and none uses it unasked.
    func forThisCallerOnly() -> Response {
        adding("Cache-Control", "private, no-cache").adding("Vary", "Authorization")
    }

    /// The tag of the header `ETag`, if it has one.
    var entityTag: EntityTag? {
        headers.first { $0.name == "ETag" }.map {
            EntityTag(String($0.value.dropFirst().dropLast()))
        }
    }

    /// A record as the public sees it. Its tag is a hash of that, so that it changes with nothing else.
    static func record(_ record: PublicRecord, status: Int = 200) throws -> Response {
        var json = JSONWriter(reserving: 4096)
        json.value(record)
        let bytes = try json.finish()
        return Response(status: status, contentType: "application/json", body: .bytes(bytes))
            .adding("ETag", "\(EntityTag(SHA256.hexadecimal(of: bytes)))").forThisCallerOnly()
    }
}

extension TextMembers {
    /// The member `geoprivacy`; nil when it is absent.
    ///
    /// - Throws: `APIError` for null and for another word.
    func geoprivacy() throws(APIError) -> Geoprivacy? {
        guard self["geoprivacy"] != nil || isNull("geoprivacy") else { return nil }
        guard let value = self["geoprivacy"].flatMap(Geoprivacy.init) else {
            let words = Geoprivacy.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid(parameter: "geoprivacy", remedy: "Use one of \(words).")
        }
        return value
    }
}
