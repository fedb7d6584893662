/** What a caller reads when the gateway can no longer load its own program. */
export const PROGRAM_GONE =
  'The program of this gateway was replaced or removed while it ran, so parts of it cannot be loaded. Restart Toolgate.'

/**
 * Whether a failure is that a file of the program could not be loaded, as after an update of a gateway that runs.
 * A worker sends only the message of its failure, so the message is what is looked at.
 */
export function isProgramGone(failure: unknown): boolean {
  const message = failure instanceof Error ? failure.message : String(failure)
  return /^Cannot find (?:module|package) '/.test(message)
}
