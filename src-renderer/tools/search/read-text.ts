import { type ContentKind, isBinary, KIND_NAMES } from '../../../src-shared/kinds/content-kinds.ts'
import { detectKinds, type DetectedKind } from '../../../src-shared/kinds/detect-kinds.ts'
import { offersFor, type ToolOffer } from '../../../src-shared/kinds/rank-tools.ts'
import { valuesIn } from '../../../src-shared/kinds/values-in.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { mainFieldOf, valueFor } from '../call/fill-main.ts'
import type { Input } from '../call/tool-draft.ts'
import type { Weigh } from './tool-search.ts'

/** What a text is, as the page offers tools for it. */
export interface TextReading {
  /** The name of its likeliest kind. */
  readonly label: string
  readonly kinds: readonly DetectedKind[]
}

/** Below this a text could be anything. */
const SURE = 0.5
/** How sure a tool is of what it gives. */
const GIVEN = 0.9

/** Reads what a text is; null when it could be anything, or looks like a secret and is not examined. */
export function readText(text: string): TextReading | null {
  const kinds = detectKinds(text)
  const [best] = kinds
  return best && best.confidence > SURE ? { label: KIND_NAMES[best.kind], kinds } : null
}

/** The tools for a text, the best first. */
export function toolsFor(
  tools: readonly Tool[],
  { kinds }: TextReading,
  weigh: Weigh,
): readonly ToolOffer<Tool>[] {
  return offersFor(tools, kinds, weigh)
}

/**
 * The tools for what a tool has made: first those that the tool or its answer names as next.
 * @param made the main output as text, and the kind that its tool gives
 */
export function toolsAfter(
  tools: readonly Tool[],
  made: { readonly text: string; readonly kind: ContentKind | undefined },
  weigh: Weigh,
  next: readonly string[],
): readonly ToolOffer<Tool>[] {
  const offers = offersFor(tools, kindsOf(made.text, made.kind), weigh)
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const named = next.flatMap((slug): ToolOffer<Tool>[] => {
    const tool = bySlug.get(slug)
    const field = tool && mainFieldOf(tool)
    const known = offers.find((offer) => offer.tool === tool)
    return known ? [known] : tool && field ? [{ tool, field, kind: 'text' }] : []
  })
  return [...named, ...offers.filter(({ tool }) => !next.includes(tool.slug))]
}

function kindsOf(text: string, given: ContentKind | undefined): readonly DetectedKind[] {
  const found = detectKinds(text)
  if (given === undefined || given === 'text' || found.some(({ kind }) => kind === given)) return found
  const all = [
    { kind: given, confidence: GIVEN },
    ...found.filter(({ kind }) => !isBinary(given) || kind !== 'text'),
  ]
  return all.sort((one, other) => other.confidence - one.confidence)
}

/** The input of an offered tool with the text in its field, and what else the tool needs from an example. */
export function inputFor({ tool, field, kind, part }: ToolOffer<Tool>, pasted: string): Input {
  const text = part ?? pasted
  const { properties = {}, required = [] } = tool.input_schema
  const [usualField, usualKinds = []] = Object.entries(tool.takes ?? {})[0] ?? []
  const usual = usualField === undefined || (field === usualField && kind === usualKinds[0])
  const example = usual ? tool.examples?.[0]?.input : exampleWith(tool, field, kind)
  const told = Object.entries(valuesIn(kind, text) ?? {}).filter(([name]) =>
    Object.hasOwn(properties, name),
  )
  // An unusual kind needs the choices that come with it, such as the language of a program.
  const kept = Object.entries(example ?? {}).filter(
    ([name, value]) => name !== field && (required.includes(name) || (!usual && typeof value === 'string')),
  )
  if (told.length > 0) return Object.fromEntries([...kept, ...told])
  return { ...Object.fromEntries(kept), [field]: valueFor(properties[field], text) }
}

function exampleWith({ examples = [] }: Tool, field: string, kind: ContentKind): Input | undefined {
  const having = examples.map(({ input }) => input).filter((input) => Object.hasOwn(input, field))
  const shown = having.find((input) => {
    const value = input[field]
    return typeof value === 'string' && detectKinds(value)[0]?.kind === kind
  })
  return shown ?? having[0] ?? examples[0]?.input
}
