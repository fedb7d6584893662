import type { ToolOffer } from '../../src-shared/kinds/rank-tools.ts'
import type { Tool } from '../gateway/gateway-types.ts'
import { canBeLive } from '../tools/call/live-choice.ts'
import { mainFieldOf } from '../tools/call/fill-main.ts'

/** A tool that the panel offers; without a field it takes no text. */
export interface Candidate {
  readonly tool: Tool
  readonly offer: ToolOffer<Tool> | null
  /** What it takes besides the text, which only the owner can know. */
  readonly needs: readonly string[]
}

/** The tool with its answer, and five more. */
export const MAX_CANDIDATES = 6

/** A tool with the field that a text would fill. */
export function toCandidate(tool: Tool, offer: ToolOffer<Tool> | null): Candidate {
  const field = offer?.field ?? mainFieldOf(tool)
  const found = offer ?? (field ? { tool, field, kind: 'text' as const } : null)
  const needs = (tool.input_schema.required ?? []).filter((name) => name !== field)
  return { tool, offer: found, needs }
}

/**
 * The tools for a text, the best first. One that may answer by itself comes before all others, so that whoever opens
 * the panel has an answer.
 */
export function candidatesOf(offers: readonly ToolOffer<Tool>[]): readonly Candidate[] {
  const all = offers.map((offer) => toCandidate(offer.tool, offer))
  const kind = all[0]?.offer?.kind
  // Not before tools for what the text is: nobody copies a web address for its hash.
  const first = all.find((each) => answersAlone(each) && each.offer?.kind === kind)
  return [...(first ? [first] : []), ...all.filter((each) => each !== first)].slice(0, MAX_CANDIDATES)
}

/** Whether a tool may run without being asked to: it is cheap, pure, and needs nothing but the text. */
export function answersAlone({ tool, offer, needs }: Candidate): boolean {
  return offer !== null && needs.length === 0 && canBeLive(tool)
}

const WHY: Readonly<Record<string, string>> = {
  network: 'It goes out to the network.',
  llm: 'It asks a language model.',
  memory: 'It reads or writes the memory of this gateway.',
}

/** What a tool does beyond computing, as a sentence; empty for one that only computes. */
export function reachOf({ tier, cacheable }: Tool): string {
  return WHY[tier] ?? (cacheable ? '' : 'Its answer is another one each time.')
}
