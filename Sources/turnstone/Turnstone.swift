@main
struct Turnstone {
    static func main() {}
}
