/**
 * A reason why this instance cannot start, in a sentence for the person who started it; the process exits
 * 1.
 */
export class StartupError extends Error {
  readonly exitCode = 1

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartupError'
  }
}
