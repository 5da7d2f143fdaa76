import HTTPServer
import Records
import Testing

@testable import API

@Suite struct `A body of texts` {
    private func members(_ json: String) throws -> TextMembers {
        try TextMembers(
            Request(
                "POST", "/", headers: [.init("Content-Type", "application/json; charset=utf-8")],
                body: .bytes(Array(json.utf8))),
            allowed: ["name", "notes"])
    }

    @Test func `tells text, null and absent apart`() throws {
        let members = try members(#"{"name": "x", "notes": null}"#)
        #expect(members["name"] == "x" && !members.isNull("name"))
        #expect(members["notes"] == nil && members.isNull("notes"))
        #expect(members.change(of: "notes") == .cleared)
        #expect(try self.members("{}").change(of: "notes") == .unchanged)
    }

    @Test(
        arguments: [
            (#"{"name": 5}"#, "name", "in quotes"), (#"{"notes": {"a": 1}}"#, "notes", "in quotes"),
            (#"{"nmae": "x"}"#, "nmae", "name, notes"), (#"{"nmae": 5}"#, "nmae", "name, notes"),
            (#"{"name": 5, "other": null}"#, "other", "name, notes"),
        ])
    func `says of a wrong member what is wrong with it`(
        json: String, field: String, remedy: String
    ) throws {
        let error = try #require(throws: APIError.self) { try members(json) }
        #expect(error.field == field && "\(error)".contains(remedy), "\(error)")
    }

    @Test(arguments: ["", "[]", "\"x\"", "5", "{", "{\"name\": \"\\ud800\"}"])
    func `is nothing else`(json: String) throws {
        let error = try #require(throws: APIError.self) { try members(json) }
        #expect(error.status == 400, "\(error)")
    }
}
