import type { ActivityEntry } from '../../src-shared/activity.ts'
import type { ContentKind } from '../../src-shared/kinds/content-kinds.ts'
import type { ToolOffer } from '../../src-shared/kinds/rank-tools.ts'
import type { Shortcut } from '../shortcuts/use-shortcuts.ts'
import type { Tool } from '../gateway/gateway-types.ts'
import type { RecentCall } from '../tools/list/recents.ts'
import type { Ranges, ToolIndex, Weigh } from '../tools/search/tool-search.ts'

export type PaletteRow =
  | {
      readonly kind: 'tool'
      readonly id: string
      readonly tool: Tool
      readonly name: Ranges
      readonly slug: Ranges
      /** The offered text fills this field of the tool. */
      readonly offer?: ToolOffer<Tool>
    }
  | { readonly kind: 'action'; readonly id: string; readonly action: Shortcut }
  | {
      readonly kind: 'call'
      readonly id: string
      readonly tool: Tool
      readonly call: RecentCall
      readonly onText?: true
    }
  | { readonly kind: 'record'; readonly id: string; readonly entry: ActivityEntry }

export interface PaletteGroup {
  readonly title: string
  readonly rows: readonly PaletteRow[]
}

interface PaletteSources {
  readonly tools: ReadonlyMap<string, Tool>
  readonly index: ToolIndex
  readonly weigh: Weigh
  readonly favourites: readonly string[]
  readonly calls: readonly RecentCall[]
  readonly actions: readonly Shortcut[]
  /** Calls of any client that the gateway found by ID or hash. */
  readonly found?: readonly ActivityEntry[]
  /** A text that was pasted, what it is, and the tools for it. */
  readonly pasted?: PastedText | null
}

export interface PastedText {
  readonly text: string
  readonly kind: ContentKind
  /** The name of that kind. */
  readonly label: string
  /** How sure it is of that kind, from 0 to 1. */
  readonly sure: number
  /** The names of other kinds that it may be of. */
  readonly others: readonly string[]
  readonly offers: readonly ToolOffer<Tool>[]
}

const CALLS_FIRST = 5
const TOOLS_FIRST = 6
const MAX_TOOLS = 40
const MAX_CALLS = 6
const MAX_OFFERED = 6
const MAX_FOR_ANY_TEXT = 3
const MAX_TEXT_CALLS = 3

/** Actions for the palette: each registered action once, except those for the keyboard only. */
export function paletteActions(registered: readonly Shortcut[]): readonly Shortcut[] {
  const seen = new Set<string>()
  return registered.filter(({ label, keyOnly }) => {
    if (keyOnly || seen.has(label)) return false
    seen.add(label)
    return true
  })
}

/**
 * The palette's rows for a query: the best matches, or recent calls and favourites if it is empty.
 */
export function paletteGroups(query: string, sources: PaletteSources): readonly PaletteGroup[] {
  const { found = [], pasted } = sources
  const groups = pasted
    ? pastedGroups(query, pasted, sources)
    : query.trim() === ''
      ? firstGroups(sources)
      : matchingGroups(query, sources)
  // Whoever has the ID of a call means that call; what else is like its letters is so by chance.
  const calls = { title: 'Calls in Activity', rows: found.map(toRecord) }
  return [calls, ...groups].filter(({ rows }) => rows.length > 0)
}

function firstGroups({
  tools,
  weigh,
  favourites,
  calls,
  actions,
}: PaletteSources): readonly PaletteGroup[] {
  const used = [...tools.values()]
    .map((tool) => ({ tool, weight: weigh(tool) }))
    .filter(({ weight }) => weight > 1)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tool }) => tool)
  const starred = favourites.flatMap((slug) => tools.get(slug) ?? [])
  const first = [...new Set([...used, ...starred])].slice(0, TOOLS_FIRST)
  return [
    { title: 'Recent calls', rows: toCalls(calls, tools).slice(0, CALLS_FIRST) },
    { title: 'Tools', rows: first.map((tool) => toTool({ tool, name: [], slug: [] })) },
    { title: 'Actions', rows: actions.map(toAction) },
  ]
}

function matchingGroups(query: string, { tools, index, weigh, calls, actions }: PaletteSources) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const matches = index.search(query, weigh).slice(0, MAX_TOOLS).map(toTool)
  const named = actions.filter(({ label }) => holds(label)).map(toAction)
  const earlier = toCalls(calls, tools).filter(({ tool, call }) =>
    holds(`${tool.name} ${tool.slug} ${call.input}`),
  )
  const groups = [
    { title: 'Tools', rows: matches },
    { title: 'Actions', rows: named },
    { title: 'Recent calls', rows: earlier.slice(0, MAX_CALLS) },
  ]
  // An action whose name starts with the query, or has several of its words in a row, comes first.
  const phrase = words.join(' ')
  const meant = actions.some(({ label }) => {
    const name = label.toLowerCase()
    return name.startsWith(phrase) || (words.length > 1 && name.includes(phrase))
  })
  return meant ? [groups[1]!, groups[0]!, ...groups.slice(2)] : groups
}

// What takes the text comes before all else: whoever pastes a text wants to use it, not an earlier call.
function pastedGroups(
  query: string,
  { text, kind: read, label, offers }: PastedText,
  sources: PaletteSources,
) {
  const own = offers.filter(({ kind }) => kind !== 'text').slice(0, MAX_OFFERED)
  const most = read === 'text' ? MAX_OFFERED : MAX_FOR_ANY_TEXT
  const any = offers.filter(({ kind }) => kind === 'text').slice(0, most)
  const offered = new Set([...own, ...any].map(({ tool }) => tool))
  const isOther = (row: PaletteRow) => row.kind === 'tool' && !offered.has(row.tool)
  const matching = query.trim() === '' ? [] : matchingGroups(query, sources)
  const tools = matching.find(({ title }) => title === 'Tools')
  const written = JSON.stringify(text).slice(1, -1)
  const earlier = toCalls(sources.calls, sources.tools).filter(({ call }) => call.input.includes(written))
  return [
    { title: `For this: ${label}`, rows: own.map(toOffer) },
    { title: 'For any text', rows: any.map(toOffer) },
    { title: 'Tools', rows: tools?.rows.filter(isOther) ?? [] },
    ...matching.filter(({ title }) => title !== 'Tools' && title !== 'Recent calls'),
    {
      title: 'Earlier calls on this text',
      rows: earlier.slice(0, MAX_TEXT_CALLS).map((row) => ({ ...row, onText: true as const })),
    },
  ]
}

function toOffer(offer: ToolOffer<Tool>): PaletteRow {
  return { kind: 'tool', id: `offer-${offer.tool.slug}`, tool: offer.tool, name: [], slug: [], offer }
}

/** Whether a query looks like a request ID or an output hash, or a part of one. */
export function isPartOfId(query: string): boolean {
  return /^(?=.*\d)[0-9a-f-]{6,64}$/i.test(query.trim())
}

function toRecord(entry: ActivityEntry): PaletteRow {
  return { kind: 'record', id: `record-${entry.id}`, entry }
}

function toTool(match: { tool: Tool; name: Ranges; slug: Ranges }): PaletteRow {
  return { kind: 'tool', id: `tool-${match.tool.slug}`, ...match }
}

function toAction(action: Shortcut): PaletteRow {
  return { kind: 'action', id: `action-${action.label.replaceAll(/\W+/g, '-')}`, action }
}

function toCalls(calls: readonly RecentCall[], tools: ReadonlyMap<string, Tool>) {
  return calls.flatMap((call, at) => {
    const tool = tools.get(call.slug)
    return tool ? [{ kind: 'call', id: `call-${at}`, tool, call } as const] : []
  })
}
