/// What the program tells the shell.
enum ExitCode: Int32 {
    case done = 0
    /// The command was understood and could not be done, or `check` found something.
    case failed = 1
    /// The command line cannot be obeyed.
    case wrongUsage = 2
}
