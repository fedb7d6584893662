/** A sign-in did not work; the message is a sentence without its end, in plain words. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  /** Whether it may work a moment later, as when a server does not answer. */
  readonly isPassing: boolean

  constructor(
    message: string,
    { isPassing = false, ...options }: { isPassing?: boolean } & ErrorOptions = {},
  ) {
    super(message, options)
    this.isPassing = isPassing
  }
}
