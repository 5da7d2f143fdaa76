/// Names one request of one run of the server.
package struct RequestID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    /// Sixteen hexadecimal digits.
    package var description: String {
        String(unsafeUninitializedCapacity: 16) { digits in
            var rest = number
            for place in (0..<16).reversed() {
                let digit = UInt8(rest & 15)
                digits[place] =
                    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
                rest >>= 4
            }
            return 16
        }
    }
}
