import { CLD3, opinionsOf, type Opinion } from './detector-opinions.ts'
import { isWrittenIn, type WritingSystem } from './writing-systems.ts'

/** A language that a text may be in. */
export interface Candidate {
  readonly code: string
  /** From 0 to 1; all candidates together have 1. */
  readonly accuracy: number
}

/** What the detectors together say. */
export interface Weighed {
  /** The languages, the likeliest first; empty if no detector sees one. */
  readonly candidates: readonly Candidate[]
  /** Whether at least two detectors know the likeliest language, and all that know it put it first. */
  readonly isAgreed: boolean
}

/**
 * Weighs what three detectors say of a text, of which each knows other languages, among the languages that are written
 * as it is: a logarithmic opinion pool.
 */
export async function weighedLanguages(text: string, writing: WritingSystem): Promise<Weighed> {
  const [only, ...more] = writing.languages ?? []
  if (only !== undefined && more.length === 0)
    return { candidates: [{ code: only, accuracy: 1 }], isAgreed: true }
  const opinions = await opinionsOf(text, writing.letters)
  const seen = new Set(opinions.flatMap((opinion) => opinion.seen))
  const possible = (writing.languages ?? [...seen]).filter(
    (code) => CLD3.has(code) && isWrittenIn(code, writing),
  )
  if (!possible.some((code) => seen.has(code))) return { candidates: [], isAgreed: false }
  const weights = possible.map((code) =>
    Math.exp(opinions.reduce((sum, opinion) => sum + wordFor(code, possible, opinion), 0)),
  )
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const candidates = possible
    .map((code, at) => ({ code, accuracy: weights[at]! / whole }))
    .toSorted((a, b) => b.accuracy - a.accuracy)
  return { candidates, isAgreed: isAgreedOn(candidates[0]!.code, possible, opinions) }
}

function isAgreedOn(code: string, possible: readonly string[], opinions: readonly Opinion[]): boolean {
  const knowing = opinions.filter(({ knows }) => knows(code))
  const isFirst = ({ scoreOf }: Opinion) =>
    possible.every((other) => other === code || scoreOf(other, possible) < scoreOf(code, possible))
  return knowing.length > 1 && knowing.every(isFirst)
}

function wordFor(code: string, possible: readonly string[], opinion: Opinion): number {
  const { weight, unknown, knows, scoreOf } = opinion
  return weight * Math.log(knows(code) ? scoreOf(code, possible) : unknown)
}
