import FoundationEssentials

/// Which target this process fuzzes: `TURNSTONE_FUZZ_TARGET`.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["TURNSTONE_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("TURNSTONE_FUZZ_TARGET is \"\(name)\", but must be one of \(names).")
    }
    return target
}()

/// What libFuzzer calls for each input (<https://llvm.org/docs/LibFuzzer.html>).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let opened = Descriptors()
    target.run(UnsafeRawBufferPointer(start: data, count: size))
    if target == .osm || target == .region { opened.closeNewer() }
    return 0
}
