/** An API description cannot be used; the message is a sentence that says what to do. */
export class UnusableDocument extends Error {
  override readonly name = 'UnusableDocument'
}
