/** Why a call did not reach its server; nothing has happened. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
  readonly retryAfterSeconds: number | undefined
  /** Whether there is only too much to do. */
  readonly isOverload: boolean

  constructor(
    message: string,
    options: { retryAfterSeconds?: number; isOverload?: boolean } & ErrorOptions = {},
  ) {
    super(message, options)
    this.retryAfterSeconds = options.retryAfterSeconds
    this.isOverload = options.isOverload ?? false
  }
}
