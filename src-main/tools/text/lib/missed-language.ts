/** How far ahead of others a language must be. */
const LEAD = 0.1
/** The languages that eld knows and tinyld takes for others. Malay is left to Indonesian, which eld does not know. */
const MISSED = new Set('az ca eu hr ka ku lo ml mr or pa sl sq yo'.split(' '))

/** What the second detector says of a text. */
export interface Opinion {
  readonly language: string
  isReliable(): boolean
  getScores(): Record<string, number>
}

/** A language that a text may be in. */
export interface Candidate {
  readonly code: string
  readonly name: string
  readonly accuracy: number
}

/** The candidates with a missed language before them, and whether no other is close to it. */
export interface Missed {
  readonly candidates: readonly Candidate[]
  readonly sure: boolean
}

/**
 * Puts a language first that the first detector does not know, with all candidates by the scores of the second.
 * @returns null if the second does not see such a language, or one that the first knows is close to it
 */
export function withMissedLanguage(ranked: readonly Candidate[], opinion: Opinion): Missed | null {
  const { language: code } = opinion
  if (!MISSED.has(code) || !opinion.isReliable()) return null
  const scores = opinion.getScores()
  const best = scores[code] ?? 0
  const isClose = ([other, score]: [string, number]) => other !== code && best - score < LEAD
  const close = Object.entries(scores).filter(isClose)
  if (close.some(([other]) => !MISSED.has(other))) return null
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  const others = ranked
    .map((other) => ({ ...other, accuracy: Math.min(other.accuracy, scores[other.code] ?? 0) }))
    .toSorted((a, b) => b.accuracy - a.accuracy)
  // In Latin letters Croatian and Serbian are told apart by few words.
  const isTwin = code === 'hr' && ranked[0]?.code === 'sr'
  return {
    candidates: [{ code, name, accuracy: Math.min(1, best) }, ...others],
    sure: close.length === 0 && !isTwin,
  }
}
