import { NUMBER_SETTINGS } from '../../src-shared/settings.ts'
import { chooseTools, namesIn, unknownParameter, unknownValue } from '../registry/choose-tools.ts'
import type { ListedTool } from '../registry/registry.ts'
import type { Tools } from '../registry/tool-list.ts'
import { FINDER_NAMES, USUAL_FINDERS, type FinderName } from './finder-tools.ts'

/** The tools that a client has asked for, and how it wants to see them and their results. */
export interface Toolset {
  /** The listed tools, by slug. */
  readonly tools: readonly ListedTool[]
  /** The listed tools about tools; with call_tool, tools that are not listed can be called too. */
  readonly finders: readonly FinderName[]
  /** Listed on request only, because they are half of the list's length and few clients read them. */
  readonly outputSchemas: boolean
  /** The tools of a saved toolset, the only ones that this client sees and calls; null when it chose none. */
  readonly saved: Tools | null
  /** The most characters of a result; null for the owner's setting. */
  readonly resultChars: number | null
}

/** The tools that a client can choose from. */
export interface ToolSource {
  readonly seen: Tools
  /** The saved toolset that the client's key is bound to; null for none. */
  readonly boundTo: string | null
  /** The tools of the saved toolset among the names of sets; null when there is none. */
  readonly savedFor: (sets: readonly string[]) => Tools | null
}

/** The parameters of the address, and the headers of the same meaning. */
export const TOOLSET_HEADERS = {
  toolset: 'x-mcp-toolsets',
  tools: 'x-mcp-tools',
  schemas: 'x-mcp-schemas',
  result_chars: 'x-mcp-result-chars',
} as const

/**
 * Reads the tools that a client wants from the address of the request, or from equivalent headers:
 * `toolset` (core, finder, all, readonly or a category), `tools` (slugs), `schemas` and `result_chars`.
 * A saved toolset is chosen alone, or with `finder`. A key that is bound to one gets all its tools by default.
 * @throws GatewayError validation_error for an unknown name, so that nothing is silently left out
 */
export function readToolset(
  { searchParams }: URL,
  headers: Headers,
  { seen, boundTo, savedFor }: ToolSource,
): Toolset {
  const odd = [...searchParams.keys()].find((name) => !Object.hasOwn(TOOLSET_HEADERS, name))
  if (odd !== undefined) throw unknownParameter(odd, Object.keys(TOOLSET_HEADERS))
  const asked = (parameter: keyof typeof TOOLSET_HEADERS): string | null =>
    searchParams.get(parameter) ?? headers.get(TOOLSET_HEADERS[parameter])
  const slugs = namesIn(asked('tools'))
  const named = namesIn(asked('toolset'))
  const sets = named.length + slugs.length === 0 && boundTo !== null ? [boundTo] : named
  const wishes = {
    outputSchemas: readSchemas(asked('schemas')),
    resultChars: readResultChars(asked('result_chars')),
  }
  if (slugs.length === 0 && sets.length === 0) return { ...coreTools(seen), ...wishes, saved: null }
  const saved = savedFor(sets.filter((set) => set !== 'finder'))
  // A bound key may choose among its tools as others among all; anybody else chooses a saved toolset alone.
  const isSaved = (set: string): boolean => (boundTo === null ? set !== 'finder' : set === boundTo)
  const chosen = saved ? sets.map((set) => (isSaved(set) ? 'all' : set)) : sets
  return { ...listed(chosen, slugs, saved ?? seen), ...wishes, saved }
}

type ListedTools = Pick<Toolset, 'tools' | 'finders'>

function listed(sets: readonly string[], slugs: readonly string[], registry: Tools): ListedTools {
  const hasAll = sets.includes('core') || sets.includes('finder')
  // Agents of some makers write an underscore where a slug has a hyphen, and the other way round.
  const usual: readonly FinderName[] = hasAll ? USUAL_FINDERS : []
  const finders = FINDER_NAMES.filter(
    (name) => usual.includes(name) || slugs.some((slug) => isFinder(slug, name)),
  )
  const choice = {
    sets: sets.filter((set) => set !== 'finder'),
    slugs: slugs.filter((slug) => !FINDER_NAMES.some((name) => isFinder(slug, name))),
  }
  return { tools: chooseTools(choice, registry, ['finder']), finders }
}

function isFinder(slug: string, name: FinderName): boolean {
  return slug.replaceAll('-', '_') === name
}

/** The usual toolset of a list of tools, built once. */
const coreOf = new WeakMap<Tools['tools'], ListedTools>()

function coreTools(registry: Tools): ListedTools {
  const core = coreOf.get(registry.tools) ?? listed(['core'], [], registry)
  coreOf.set(registry.tools, core)
  return core
}

function readSchemas(value: string | null): boolean {
  if (value === null || value === 'input') return false
  if (value === 'all') return true
  throw unknownValue('schemas', value, ['all', 'input'])
}

function readResultChars(value: string | null): number | null {
  if (value === null) return null
  const { least, most } = NUMBER_SETTINGS.mcp_result_chars
  const chars = /^\d{1,9}$/.test(value) ? Number(value) : 0
  if (chars >= least && chars <= most) return chars
  throw unknownValue('result_chars', value, [`${least} to ${most}`])
}
