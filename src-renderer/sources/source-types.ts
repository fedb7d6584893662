import type { SourceOrigin } from '../../src-shared/sources/source-kinds.ts'

/** Whether a tool is open, and if not, why. */
export type ToolState = 'on' | 'off' | 'new' | 'changed' | 'gone'

/** A source as `GET /app/sources` lists it. */
export type Source = ListedSource & SourceOrigin

/** What an owner sets for a source. */
export interface OwnerSettings {
  readonly title: string
  /** The price of a call. */
  readonly credits: number
  /** Seconds that a call may take; null for as long as calls of other tools. */
  readonly call_seconds: number | null
  /** Whether its process stays when nobody calls. */
  readonly keep_running: boolean
}

interface ListedSource extends OwnerSettings {
  readonly id: string
  readonly state: 'reviewing' | 'ready' | 'running' | 'needs_sign_in' | 'broken' | 'off'
  readonly server_name: string | null
  readonly server_version: string | null
  readonly tool_counts: Readonly<Record<ToolState, number>>
  readonly pid: number | null
  /** What its processes take; 0 where none runs. */
  readonly memory_bytes: number
  readonly calls: number
  readonly unknown_outcomes: number
  readonly last_error: string | null
  /** Why it needs its owner to sign in; null where it does not. */
  readonly needs_sign_in: string | null
  readonly signed_in: boolean
}

/** One of its tools. */
export interface SourceTool {
  readonly name: string
  readonly slug: string
  readonly state: ToolState
  readonly title: string
  readonly summary: string
  readonly says_read_only: boolean
  readonly has_odd_characters: boolean
  readonly deprecated: boolean
  readonly hash: string
  readonly approved_hash: string | null
  readonly credits: number
  /** Whether its owner says that it only reads. */
  readonly read_only: boolean
  /** Whether its owner says that it may be called again where nobody knows whether a call has acted. */
  readonly repeatable: boolean
  /** How long its definition is as JSON; null for one that was read before that was counted. */
  readonly chars: number | null
}

/** What an owner sets for a tool. */
export type ToolSettings = Partial<Pick<SourceTool, 'credits' | 'read_only' | 'repeatable'>>

/** A source with its tools. */
export type WholeSource = Source & {
  readonly secrets: readonly { readonly name: string; readonly place: string }[]
  /** Whether it is not what was agreed to any more. */
  readonly asks_again: boolean
  readonly stderr: string
  /** Files that could not be read, and stay as they were. */
  readonly problems: readonly {
    readonly file: string
    readonly line: number | null
    readonly message: string
  }[]
  readonly tools: readonly SourceTool[]
}

/** A definition as a person reads it. */
export interface ShownDefinition {
  readonly title: string | null
  readonly description: string
  readonly input_schema: string
  readonly output_schema: string | null
  readonly annotations: string | null
  /** How a call becomes a request or a process. */
  readonly request: string | null
  /** The file of a script. */
  readonly code: string | null
}

/** A tool that waits for its owner, before and now. */
export interface SourceChange {
  readonly name: string
  readonly slug: string
  readonly state: ToolState
  readonly hash: string
  readonly findings: readonly string[]
  readonly approved: ShownDefinition | null
  readonly seen: ShownDefinition | null
}

/** A server that somebody wants to add. */
export type WantedServer = {
  readonly id: string
  /** Values by the names of variables or headers. */
  readonly secrets: Readonly<Record<string, string>>
} & (
  | {
      readonly kind: 'mcp'
      readonly command: string
      readonly args: readonly string[]
      readonly cwd?: string
      readonly env: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'npm'
      readonly package: string
      readonly args: readonly string[]
      readonly cwd?: string
      readonly env: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'mcp-http'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'openapi'
      /** The hash of a document that was read. */
      readonly document: string
      readonly server?: string
    }
  | { readonly kind: 'folder' }
  | {
      readonly kind: 'command'
      /** As they were written; the gateway checks them. */
      readonly commands: unknown
      readonly cwd?: string
      readonly env: Readonly<Record<string, string>>
    }
)

/** What an owner decides about a tool. */
export interface Decision {
  readonly name: string
  /** Whether its invisible characters were shown. */
  readonly looked_at?: boolean
  readonly hash?: string
  readonly state: 'on' | 'off'
}
