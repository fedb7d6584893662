const PROGRAM_GONE =
  'The program of this gateway was replaced or removed while it ran, so parts of it cannot be loaded. Restart Toolgate.'

/**
 * What a caller reads of a bug: that the program was replaced while it ran, as an update does, where one of its files
 * could not be loaded; otherwise what is given. A worker sends only the message of its failure, so that is looked at.
 */
export function saidOfBug(failure: unknown, otherwise: string): string {
  const message = failure instanceof Error ? failure.message : String(failure)
  return /^Cannot find (?:module|package) '/.test(message) ? PROGRAM_GONE : otherwise
}
