package import GeoModel
package import HTTPServer

/// Reads the fields of a query or a form, once each, into values that cannot be wrong.
///
/// Every failure names the field and what to send instead. An empty value counts as not sent only
/// where the field is optional text; an empty number is an error.
package struct Parameters {
    private let items: [Request.QueryItem]

    /// The first value of each name counts, except where a list is asked for.
    package init(_ pairs: some Sequence<(name: String, value: String)>) {
        items = pairs.map { Request.QueryItem($0.name, $0.value) }
    }

    package init(query: [Request.QueryItem]) { items = query }

    /// The text of the first of `names` that was sent and is not empty.
    package func text(_ names: String...) -> String? {
        for name in names {
            if let value = value(name), !value.isEmpty { return value }
        }
        return nil
    }

    /// The text of a name that was sent and is not empty.
    package func text(_ name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Part of a name that is looked for, in the first of `names` that was sent and is not empty.
    ///
    /// Names are shorter than 200 bytes; each word of a longer text would be one more list to go through.
    func soughtName(_ names: String...) throws(APIError) -> String? {
        guard let sent = names.first(where: { text($0) != nil }), let name = text(sent) else {
            return nil
        }
        guard name.utf8.count <= 200 else {
            throw .invalid(parameter: sent, remedy: "Send part of a name, at most 200 bytes.")
        }
        return name
    }

    /// Whether the field was sent at all, even empty.
    func isSent(_ name: String) -> Bool { value(name) != nil }

    /// What was sent, even empty; nil when the field was not.
    func value(_ name: String) -> String? {
        // Lengths first: they tell most names apart, at a fraction of what texts cost.
        for item in items where item.name.utf8.count == name.utf8.count && item.name == name {
            return item.value
        }
        return nil
    }

    /// The items of a list: separated by commas, or in several fields of the name; empty ones and spaces
    /// round them are dropped.
    func list(_ name: String) -> [String] {
        guard isSent(name) else { return [] }
        return items.filter { $0.name == name }
            .flatMap { $0.value.split(separator: ",") }
            .map { item in
                String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            .filter { !$0.isEmpty }
    }

    /// A finite number in `range`; nil when it was not sent.
    package func number(
        _ name: String, in range: ClosedRange<Double>, remedy: @autoclosure () -> String
    ) throws(APIError) -> Double? {
        guard let text = value(name) else { return nil }
        guard let number = PlainDecimal.number(text), range.contains(number) else {
            throw .invalid(parameter: name, remedy: remedy())
        }
        return number
    }

    /// A whole number in `range`; nil when it was not sent.
    package func integer(
        _ name: String, in range: ClosedRange<Int>, remedy: String? = nil
    ) throws(APIError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .invalid(
                parameter: name,
                remedy: remedy
                    ?? "Send a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// `1`, `true` or `yes`, `0`, `false` or `no`.
    package func flag(_ name: String, default standard: Bool) throws(APIError) -> Bool {
        switch value(name)?.lowercased() {
        case nil: return standard
        case "1", "true", "yes": return true
        case "0", "false", "no": return false
        default: throw .invalid(parameter: name, remedy: "Send 1 or 0.")
        }
    }

    package func eventDate(_ name: String) throws(APIError) -> EventDate? {
        guard let text = value(name) else { return nil }
        guard let date = EventDate(text) else {
            throw .invalid(
                parameter: name,
                remedy: "Send an RFC 3339 date and time, such as 2026-06-01T12:05:00+02:00.")
        }
        return date
    }
}
