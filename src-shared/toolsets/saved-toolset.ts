/** Values of a tool's fields, by their names. */
export type FieldValues = Readonly<Record<string, unknown>>

/** A tool of a saved toolset, and how clients of the toolset see it. */
export interface ToolOfSet {
  readonly slug: string
  /** Replaces the tool's own description. */
  readonly description?: string | undefined
  /** Fields that callers do not see and cannot change. */
  readonly fixed?: FieldValues | undefined
  /** Values of fields that a caller leaves out. */
  readonly defaults?: FieldValues | undefined
}

/** What the owner saves under a name. */
export interface ToolsetContent {
  readonly description?: string | undefined
  readonly tools: readonly ToolOfSet[]
}

/** A saved toolset. */
export interface SavedToolset extends ToolsetContent {
  readonly name: string
  /** Counts how often it was saved. */
  readonly version: number
  /** When it was saved last, in milliseconds since 1970. */
  readonly updatedAt: number
}

/** The most that can be saved. Models' APIs take at most 128 tools. */
export const TOOLSET_LIMITS = { toolsets: 50, tools: 128, jsonChars: 65_536 } as const
