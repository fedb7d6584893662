/**
 * A reason why this instance cannot start, as a message for the person who started it; the process exits with 1.
 */
export class StartupError extends Error {
  readonly exitCode = 1

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartupError'
  }
}
