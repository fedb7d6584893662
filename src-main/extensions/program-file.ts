/** What stands for a program's file; another one is not started without asking again. */
export interface ProgramFile {
  /** The file in the end, after all links. */
  readonly file: string
  /** When it was changed last, in milliseconds since 1970. */
  readonly changedAt: number
  readonly bytes: number
}
