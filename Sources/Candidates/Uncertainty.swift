/// What is taken for an uncertainty that is missing or makes no sense.
enum Uncertainty {
    /// Metres; a phone in a street is seldom better, and under an open sky seldom worse.
    static let assumedInMeters = 20.0

    /// The stated one if it is a positive number, else the assumed one.
    static func inMeters(_ stated: Double?) -> Double {
        guard let stated, stated.isFinite, stated > 0 else { return assumedInMeters }
        return stated
    }

    /// Whether `inMeters` had to assume.
    static func isAssumed(_ stated: Double?) -> Bool {
        guard let stated else { return true }
        return !(stated.isFinite && stated > 0)
    }
}
