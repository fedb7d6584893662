/** What is missing or weak in a response. */
export interface HeaderFinding {
  readonly header: string
  readonly level: 'high' | 'medium' | 'low' | 'info'
  readonly message: string
  readonly fix: string
}

/** One finding, as a list. */
export function found(
  header: string,
  level: HeaderFinding['level'],
  message: string,
  fix: string,
): HeaderFinding[] {
  return [{ header, level, message, fix }]
}
