/** A schema by which nothing can be judged. The message says why. */
export class UnusableSchema extends Error {
  constructor(reason: string) {
    super(`This schema cannot be used: ${reason}`)
    this.name = 'UnusableSchema'
  }
}
