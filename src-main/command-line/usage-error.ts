/** A command line that cannot be followed; the process ends with exit code 2. */
export class UsageError extends Error {
  readonly exitCode = 2
}
