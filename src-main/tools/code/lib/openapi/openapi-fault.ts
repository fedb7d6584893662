/** What is wrong with one place of an API description. */
export interface ApiFault {
  /** JSON Pointer (RFC 6901) to the place. */
  readonly path: string
  readonly message: string
}
