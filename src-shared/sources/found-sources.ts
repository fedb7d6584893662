import type { ShownConsent } from './source-kinds.ts'

/** A server in the settings of another program, without its values. */
export interface FoundSource {
  /** Its name there. */
  readonly name: string
  /** The id that it would get here. */
  readonly id: string
  /** What would run or be reached; null where it cannot be added. */
  readonly consent: ShownConsent | null
  /** Why it cannot be added; null where it can. */
  readonly problem: string | null
  /** The source that it is already; null for none. */
  readonly source: string | null
}

/** A program on this machine whose settings have servers. */
export interface FoundClient {
  /** As `toolgate mcp config` names it. */
  readonly name: string
  readonly title: string
  /** Why its settings cannot be read; null where they can. */
  readonly problem: string | null
  readonly servers: readonly FoundSource[]
  /** What could go from its settings, because it is a source with open tools here; null for nothing. */
  readonly leave: LeftToToolgate | null
}

/** Servers that a program no longer needs to start itself. */
export interface LeftToToolgate {
  readonly names: readonly string[]
  readonly sources: readonly string[]
  /** The command that takes them out. */
  readonly command: string
  /** Whether POST /app/found-sources/leave does the same; some programs start the command line. */
  readonly is_written_here: boolean
}
