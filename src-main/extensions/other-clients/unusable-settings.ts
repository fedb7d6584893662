/** The settings of another program cannot be read or written; the message names the file and says what to do. */
export class UnusableSettings extends Error {
  override readonly name = 'UnusableSettings'
}
