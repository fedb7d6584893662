/** In how many places the guards of a key have put a label such as [EMAIL]. */
export interface Redacted {
  /** Of what the call sent, before its tool got it. */
  readonly arguments: number
  /** Of what its tool answered, before the answer was hashed. */
  readonly results: number
}
