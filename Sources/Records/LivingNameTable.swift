internal import GeoModel
internal import Synchronization

/// Numbers of the different names of living things that records have or had, from 0 on: those that `tallies` counts by.
///
/// Only ever longer: a number means the same name for as long as the store is open, so whatever keeps numbers need not
/// learn of names that went. 110 bytes for each name.
final class LivingNameTable: Sendable {
    private struct State {
        var names: [RecordStore.LivingName] = []
        var scientificNames: [String: Int32] = [:]
        var ownNames: [String: Int32] = [:]
    }

    /// The number of what has no such name.
    static let none: Int32 = -1

    private let state = Mutex(State())

    /// The number of a name; the next one for a name that was not there.
    ///
    /// - Parameter isOwn: Whether it is the own name of a record of kind `species` that has no scientific name.
    func number(of name: String, isOwn: Bool) -> Int32 {
        state.withLock { state in
            let known = isOwn ? state.ownNames[name] : state.scientificNames[name]
            if let known { return known }
            let number = Int32(state.names.count)
            state.names.append(RecordStore.LivingName(text: name, isOwn: isOwn))
            if isOwn {
                state.ownNames[name] = number
            } else {
                state.scientificNames[name] = number
            }
            return number
        }
    }

    /// The numbers of those names that there are.
    func numbers(of names: LivingNames) -> LivingNameNumbers {
        state.withLock { state in
            LivingNameNumbers(
                names.scientificNames.compactMap { state.scientificNames[$0].map(Int.init) }
                    + names.ownNames.compactMap { state.ownNames[$0].map(Int.init) })
        }
    }

    func names(from number: Int) -> [RecordStore.LivingName] {
        state.withLock { Array($0.names.dropFirst(number)) }
    }
}

/// A set of numbers of `RecordStore.livingNames`.
package struct LivingNameNumbers: Hashable, Sendable {
    private var bits: [UInt64]

    package init(_ numbers: some Collection<Int>) {
        bits = [UInt64](repeating: 0, count: (numbers.max() ?? 0) / 64 + 1)
        for number in numbers { bits[number / 64] |= 1 << UInt64(number % 64) }
    }

    /// False for `LivingNameTable.none`.
    @inline(__always)
    func contains(_ number: Int32) -> Bool {
        let place = Int(UInt32(bitPattern: number))
        return place / 64 < bits.count && bits[place / 64] & 1 << UInt64(place % 64) != 0
    }
}
