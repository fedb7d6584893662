/** What keeps a file from being a tool, and where. */
export class ScriptFault extends Error {
  override readonly name = 'ScriptFault'
  /** Counted from 1; null where no line is at fault. */
  readonly line: number | null

  constructor(message: string, line: number | null = null, options?: ErrorOptions) {
    super(message, options)
    this.line = line
  }
}
