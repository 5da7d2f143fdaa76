import Glibc

@main
struct Turnstone {
    static func main() {
        exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}
