/// Names one request of one run of the server.
package struct RequestID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    /// Sixteen hexadecimal digits.
    package var description: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
