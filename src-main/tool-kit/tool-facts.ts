import type { ToolDefinition } from './define-tool.ts'

/** What a tool says about itself in plain values: enough to list, find, price and refuse it. */
export interface ToolFacts extends Pick<ToolDefinition, FactName> {
  /** Names of the input's fields, in their order. */
  readonly fields: readonly string[]
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
  }
}
