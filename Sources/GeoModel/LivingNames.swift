/// Names under which records of living things stand, exactly as they have them.
package struct LivingNames: Hashable, Sendable {
    package var scientificNames: Set<String>
    /// Of records of kind `species` that have no scientific name.
    package var ownNames: Set<String>

    package init(scientificNames: Set<String> = [], ownNames: Set<String> = []) {
        self.scientificNames = scientificNames
        self.ownNames = ownNames
    }
}
