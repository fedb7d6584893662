import type { ToolDefinition } from './define-tool.ts'

/** What a tool says about itself in plain values: enough to list, find, price and refuse it. */
export interface ToolFacts extends Pick<ToolDefinition, FactName> {
  /** Names of the input's fields, in their order. */
  readonly fields: readonly string[]
  /** Where the tool comes from; null for one of this build. */
  readonly source: SourceFacts | null
}

/** Something outside of this build that brings tools. */
export interface SourceFacts {
  /** 1 to 16 characters of `[a-z0-9-]`. */
  readonly id: string
  /** What it is, such as `mcp`. */
  readonly kind: string
  /** Counts what was approved of its tools. */
  readonly revision: number
}

type FactName =
  | 'slug'
  | 'title'
  | 'summary'
  | 'searchWords'
  | 'category'
  | 'tier'
  | 'credits'
  | 'cacheable'
  | 'sideEffects'
  | 'aliases'

/** Picks the plain values out of a definition. */
export function toFacts(definition: ToolDefinition): ToolFacts {
  const { slug, title, summary, searchWords, category, tier, credits } = definition
  const { cacheable = false, sideEffects = false, aliases = [], input } = definition
  const fields = Object.keys(input.shape)
  return {
    slug,
    title,
    summary,
    searchWords,
    category,
    tier,
    credits,
    cacheable,
    sideEffects,
    aliases,
    fields,
    source: null,
  }
}
