/// What a text of a field guide is about.
package enum FieldGuideTopic: String, Hashable, Sendable, Codable, CaseIterable {
    case habitat, diet, voice, nesting, migration
}
