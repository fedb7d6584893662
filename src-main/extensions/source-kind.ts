import type { ToolContext } from '../tool-kit/tool-context.ts'
import type { SeenDefinition } from './packed-definition.ts'
import type { Definition, Source, SourceKind, SourceOf, SourceTool } from './source.ts'

/** How a source does now. */
export interface SourceHealth {
  /** Its process; null while none runs, and for kinds that have none. */
  readonly pid: number | null
  readonly isStarting: boolean
  /** Since the start of the gateway. */
  readonly starts: number
  readonly calls: number
  /** Calls of which nobody knows whether they have acted. */
  readonly unknown: number
  readonly inFlight: number
  /** Why it ended or could not be started last; null when it never did. */
  readonly lastError: string | null
  /** When that was, in milliseconds since 1970. */
  readonly lastErrorAt: number | null
  /** The last of its stderr. */
  readonly stderr: string
  /** What is wrong with parts of it, which are as they were read last; absent for none. */
  readonly problems?: readonly SourceProblem[]
}

/** What is wrong with a file of a source. */
export interface SourceProblem {
  readonly file: string
  /** Counted from 1; null where no line is at fault. */
  readonly line: number | null
  readonly message: string
}

/** Runs all sources of a kind. */
export interface KindRunner {
  /**
   * Runs a tool for a call.
   * @throws CallFailed, which says whether the call can have acted; GatewayError
   */
  call(
    tool: SourceTool,
    input: Readonly<Record<string, unknown>>,
    ctx: ToolContext,
    /** As it was approved. */
    definition: Definition,
  ): Promise<Record<string, unknown>>
  /** Reads a source's list of tools again. @throws NotSent, UpstreamFailure */
  look(id: string): Promise<void>
  /** A source is on: begins what goes on by itself, such as watching a folder. It must not throw. */
  open?(id: string): void
  /** Lets a source be tried again after it was broken. */
  forgive(id: string): void
  /** Ends whatever runs of a source. @param why the end of a sentence */
  stop(id: string, why: string): Promise<void>
  /** Ends whatever runs of a source and forgets it. */
  remove(id: string): Promise<void>
  /** Ends whatever runs, and starts nothing any more. */
  close(): Promise<void>
  health(id: string): SourceHealth
  /** How much memory the processes of a source take, in bytes. */
  memory(id: string): Promise<number>
}

/** Compares a list that was just read with what was approved, and stores it. @throws Error for too many tools */
export type Reviewer = (
  fresh: readonly SeenDefinition[],
  server: Pick<Source, 'serverName' | 'serverVersion'>,
) => Promise<void>

/** What a runner is told of the sources of its kind, and whom it tells of them. */
export interface KindParts<K extends SourceKind> {
  /** Our own version. */
  readonly version: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Reads a long JSON text without holding up others. */
  readonly parse: (text: string) => Promise<unknown>
  /** @returns undefined for one that was removed */
  readonly sourceOf: (id: string) => SourceOf<K> | undefined
  /** The tools that are known of a source. */
  readonly toolsOf: (id: string) => readonly SourceTool[]
  /** Opens the tools that wait, for an owner who has agreed to whatever is saved. */
  readonly acceptWaiting: (id: string) => Promise<void>
  /** The values of a source's secrets by their names. @throws SecretsUnavailable */
  readonly secretsOf: (id: string) => Promise<ReadonlyMap<string, string>>
  /** How long a call of a source may take, in milliseconds. */
  readonly msOf: (id: string) => number
  /** @throws GatewayError when a tool may not be called any more */
  readonly check: (tool: SourceTool) => void
  /**
   * Takes the list of a source; fetched before the list is read, because the list of a source that was removed
   * meanwhile is not that of another that took its id.
   */
  readonly reviewerOf: (id: string) => Reviewer
  /** A source is broken until its owner starts it: resolved once that is stored. @param why the end of a sentence */
  readonly broke: (id: string, why: string) => Promise<void>
}
