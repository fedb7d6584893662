import type { ContentKind } from './content-kinds.ts'
import type { DetectedKind } from './recogniser.ts'

/** What the ranking reads of a tool, in the words of `GET /v1/tools`. */
export interface OfferableTool {
  readonly slug: string
  readonly name: string
  readonly tier: string
  readonly credits: number
  readonly takes?: Readonly<Record<string, readonly ContentKind[]>>
  readonly first_for?: readonly ContentKind[]
  readonly related?: readonly string[]
  readonly input_schema: { readonly required?: readonly string[] }
}

/** A tool for a text: the field that the text fills, and the kind that it is taken for. */
export interface ToolOffer<T> {
  readonly tool: T
  readonly field: string
  readonly kind: ContentKind
  /** The part of the text that is of that kind; all of it if not set. */
  readonly part?: string
}

/** How much a kind that is certain counts; everything below decides between tools for the same kind. */
const KIND = 10
const FIRST = 3
const RELATED = 1.5
const LOSS = { nextKind: 0.3, nextField: 0.4, leavesGateway: 0.8, credit: 0.02, otherRequired: 0.25 }

/**
 * The tools that take a text of these kinds, the best first.
 * @param weigh how much a tool counts for its user; 1 for one that was never used
 */
export function offersFor<T extends OfferableTool>(
  tools: readonly T[],
  kinds: readonly DetectedKind[],
  weigh: (tool: T) => number = () => 1,
): readonly ToolOffer<T>[] {
  const sure = new Map(kinds.map((one) => [one.kind, one]))
  const best = kinds[0]?.kind
  const next = (best && tools.find(({ first_for }) => first_for?.includes(best))?.related) ?? []
  return tools
    .flatMap((tool) => {
      const offer = bestField(tool, sure)
      if (!offer) return []
      const at = next.indexOf(tool.slug)
      const score = offer.score + (at < 0 ? 0 : RELATED - at * 0.1) - lossOf(tool, offer.field)
      // Habit decides between tools that fit about as well, not against what the text is.
      return [{ ...offer, tool, score: score * Math.sqrt(weigh(tool)) }]
    })
    .sort((one, other) => other.score - one.score || one.tool.name.localeCompare(other.tool.name))
    .map(({ score: _, ...offer }) => offer)
}

function bestField(
  { takes = {}, first_for = [] }: OfferableTool,
  sure: ReadonlyMap<ContentKind, DetectedKind>,
) {
  const all = Object.entries(takes).flatMap(([field, kinds], fieldAt) =>
    kinds.flatMap((kind, at) => {
      const found = sure.get(kind)
      if (!found) return []
      const part = found.part === undefined ? {} : { part: found.part }
      const score = found.confidence * KIND - at * LOSS.nextKind - fieldAt * LOSS.nextField
      return [{ field, kind, ...part, score: score + (first_for.includes(kind) ? FIRST : 0) }]
    }),
  )
  return all.reduce<(typeof all)[number] | null>(
    (best, one) => (best === null || one.score > best.score ? one : best),
    null,
  )
}

function lossOf({ tier, credits, input_schema }: OfferableTool, field: string): number {
  const others = (input_schema.required ?? []).filter((name) => name !== field).length
  return (
    (tier === 'compute' || tier === 'memory' ? 0 : LOSS.leavesGateway) +
    credits * LOSS.credit +
    others * LOSS.otherRequired
  )
}
