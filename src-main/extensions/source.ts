import type { JsonSchema } from '../registry/field-schema.ts'
import type { ApiSettings } from './openapi/api-settings.ts'
import type { CommandPlan, CommandSettings } from './command/command-settings.ts'
import type { WantedSignIn } from './mcp/sign-in/challenge.ts'
import type { FolderSettings, ScriptPlan } from './folder/folder-settings.ts'
import type { PinnedPackage } from './npm/pinned-package.ts'
import type { ProgramFile } from './program-file.ts'
import type { RequestPlan } from './openapi/request-plan.ts'
import type { SecretPlace } from '../secrets/secret-store.ts'

/** How a server of MCP is started. No shell reads any of it. */
export interface StdioCommand {
  /** The program, as it was found when the owner agreed. */
  readonly command: string
  readonly args: readonly string[]
  /** The folder that it runs in. */
  readonly cwd: string
  /** Variables whose values need not be secret. */
  readonly env: Readonly<Record<string, string>>
  /** The names of its secret variables, whose values are among the secrets. */
  readonly secrets: readonly string[]
  /** The program as it was agreed to. */
  readonly program: ProgramFile
  /** The scripts among its arguments as they were agreed to; absent for none. */
  readonly scripts?: readonly ProgramFile[]
  /** The package of npm that it is, where it was installed as one. Its script is then the first argument. */
  readonly package?: PinnedPackage
  /** When its owner has changed its secrets last, which its process does not know; absent for never. */
  readonly secretsAt?: number
}

/** How a server of MCP over HTTP is reached. */
export interface HttpServer {
  readonly url: string
  /** Headers whose values need not be secret. */
  readonly headers: Readonly<Record<string, string>>
  /** The names of its secret headers, whose values are among the secrets. */
  readonly secrets: readonly string[]
  /** Whether the owner has agreed to an address in their network or on this machine. */
  readonly isPrivate: boolean
  /** How this program is known where people sign in for it; without it, it makes itself known. */
  readonly clientId?: string
  /** When its owner has changed its secrets last, which its connection does not know; absent for never. */
  readonly secretsAt?: number
  /** The sign-in that it wants of its owner; absent for none. */
  readonly wantedSignIn?: WantedSignIn
}

/**
 * `reviewing`: its tools were not approved yet. `ready`: approved. `broken`: it ended three times before it could
 * answer. `off`: the owner has switched it off.
 */
export type SourceState = 'reviewing' | 'ready' | 'broken' | 'off'

/** Everything that brings tools, with what has to be known to reach it; a further kind is a line here. */
export interface SettingsOfKinds {
  /** A server of MCP over stdio. */
  readonly mcp: StdioCommand
  /** A server of MCP over HTTP. */
  readonly 'mcp-http': HttpServer
  /** An API with a description of OpenAPI. */
  readonly openapi: ApiSettings
  /** The scripts of the data folder. */
  readonly folder: FolderSettings
  /** Programs that are run with the values of a caller. */
  readonly command: CommandSettings
}

export type SourceKind = keyof SettingsOfKinds

/** Something outside of this build that brings tools. */
export type Source = { [K in SourceKind]: SourceOf<K> }[SourceKind]

/** A kind with what has to be known to reach a source of it. */
export type StoredOrigin = { [K in SourceKind]: Pick<SourceOf<K>, 'kind' | 'settings'> }[SourceKind]

/** A source of a kind. */
export interface SourceOf<K extends SourceKind> extends SourceFacts {
  readonly kind: K
  /** Has no secret. */
  readonly settings: SettingsOfKinds[K]
}

/** What is known of a source of any kind. */
export interface SourceFacts {
  /** 1 to 16 characters of `[a-z0-9-]`. */
  readonly id: string
  readonly title: string
  readonly state: SourceState
  /** The price of a call. */
  readonly credits: number
  /** Seconds that a call may take; null for as long as calls of other tools. */
  readonly callSeconds: number | null
  /** Whether its process stays when nobody calls. */
  readonly keepRunning: boolean
  /** Counts the approvals. */
  readonly revision: number
  /** What the server says of itself. */
  readonly serverName: string | null
  readonly serverVersion: string | null
  /** The id of the key that added it. */
  readonly addedBy: string
  /** Milliseconds since 1970. */
  readonly addedAt: number
  readonly lookedAt: number | null
}

/**
 * `on`: approved, and as approved. `off`: kept out by the owner. `new`: not looked at yet. `changed`: not as it was
 * approved, and so closed. `gone`: its server lists it no more.
 */
export type ToolState = 'on' | 'off' | 'new' | 'changed' | 'gone'

/** A tool as its server defines it. */
export interface Definition {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly annotations?: Readonly<Record<string, unknown>>
  /** How a call of it becomes a request, for an operation of an API. */
  readonly request?: RequestPlan
  /** What runs, for a script of the owner's. */
  readonly script?: ScriptPlan
  /** How a call becomes a process, for a command of the owner's. */
  readonly command?: CommandPlan
}

/** What a start needs to know of a tool, so that its definition is read with its first use. */
export interface SourceToolFacts {
  readonly title: string
  readonly summary: string
  readonly fields: readonly string[]
  /** Whether its server says that it only reads; nothing depends on it. */
  readonly saysReadOnly: boolean
  /** Whether its definition has characters that nobody sees; absent for no. */
  readonly isOdd?: true
  /** How long what an agent reads of it is, as JSON; absent where it was read before that was counted. */
  readonly chars?: number
  /** The request of an operation of an API, such as `GET /pets/{id}`. */
  readonly place?: string
  readonly isDeprecated?: boolean
  /** Whether it is a script whose answers depend on its input alone; absent for no. */
  readonly isPure?: true
  /** The price that its file names. */
  readonly credits?: number
}

/** A tool of a source. */
export interface SourceTool {
  readonly source: string
  /** Its name at its server. */
  readonly original: string
  readonly slug: string
  readonly facts: SourceToolFacts
  readonly state: ToolState
  /** The hash of the definition that the owner approved; null before. */
  readonly approvedHash: string | null
  /** The hash of the definition that the server listed last. */
  readonly seenHash: string
  /** Its own price; null for that of its source. */
  readonly credits: number | null
  /** The owner says that it only reads. */
  readonly readOnly: boolean
  /** The owner says that a call may be sent again without knowing whether it has acted. */
  readonly repeatable: boolean
}

/** What a call of a tool costs. */
export function priceOf(tool: SourceTool, { credits }: Pick<Source, 'credits'>): number {
  return tool.credits ?? tool.facts.credits ?? credits
}

/** Where a secret of a source is kept. */
export interface SourceSecret {
  readonly name: string
  readonly place: SecretPlace
}

/** The id under which a secret of a source is kept. */
export function secretIdOf(source: string, name: string): string {
  return `source/${source}/${name}`
}

/** The name of the secret that is a sign-in; no header can have it. */
export const SIGN_IN = '(sign-in)'
/** The name of the secret that belongs to a client id, and is not a header. */
export const CLIENT_SECRET = 'client_secret'

/** Limits of sources. Bytes, counts and milliseconds as the names say. */
export const SOURCE_LIMITS = {
  sources: 100,
  toolsOfSource: 2_000,
  tools: 10_000,
  pages: 64,
  listBytes: 8 * 1024 * 1024,
  listMs: 30_000,
  shownDescription: 1_024,
  keptDescription: 8_192,
  answerBytes: 8 * 1024 * 1024,
  answerValues: 200_000,
  blockChars: 4 * 1024 * 1024,
  inFlight: 8,
  waiting: 64,
  running: 20,
  startMs: 30_000,
  idleMs: 15 * 60_000,
  memoryBytes: 512 * 1024 * 1024,
  memoryEveryMs: 5_000,
  stderrBytes: 64 * 1024,
  silentMs: 30_000,
  pingMs: 5_000,
} as const
