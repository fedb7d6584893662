import type { Guard } from '../../src-shared/rules/guard.ts'
import { findPii } from '../tools/text/lib/pii-spans.ts'
import { seenText, type SeenText } from '../tools/text/lib/seen-text.ts'
import { ownPattern } from './own-patterns.ts'

/** A part of a text that a guard does not let through, by its UTF-16 offsets. */
export interface Finding {
  readonly guard: Guard
  /** What is put in its place, such as EMAIL. */
  readonly label: string
  /** What it is, for a sentence about it. */
  readonly what: string
  readonly start: number
  readonly end: number
}

/** What guards find in a text, from left to right; two may overlap. */
export async function findingsIn(text: string, guards: readonly Guard[]): Promise<Finding[]> {
  const found = await Promise.all(
    guards.map(async (guard) => [...(await personalIn(text, guard)), ...(await matchedIn(text, guard))]),
  )
  return found.flat().toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** What guards find in a number; only of a whole one the digits can be somebody's. */
export async function findingsInNumber(value: number, guards: readonly Guard[]): Promise<Finding[]> {
  const isWhole = Number.isSafeInteger(value)
  return await findingsIn(
    String(value),
    isWhole ? guards : guards.map(({ kinds: _kinds, ...rest }) => rest),
  )
}

/** A text with labels in place of what was found in it. */
export function masked(text: string, findings: readonly Finding[]): string {
  let [result, from] = ['', 0]
  for (const { start, end, label } of findings) {
    // Of two that overlap the first gives its label to both.
    if (start >= from) result += `${text.slice(from, start)}[${label}]`
    from = Math.max(from, end)
  }
  return result + text.slice(from)
}

async function personalIn(text: string, guard: Guard): Promise<Finding[]> {
  if (!guard.kinds) return []
  // Without a country only phone numbers with a country code are found: any other row of digits could be one.
  const spans = await findPii(text, guard.kinds, undefined)
  return spans.map(({ kind, start, end }) => ({ guard, label: kind.toUpperCase(), what: kind, start, end }))
}

async function matchedIn(text: string, guard: Guard): Promise<Finding[]> {
  if (!guard.patterns) return []
  const seen = seenText(text)
  const asSent: SeenText = { plain: text, placeOf: (at) => at }
  const forms = seen.plain === text ? [asSent] : [asSent, seen]
  const label = guard.name.toUpperCase()
  const found: Finding[] = []
  for (const pattern of guard.patterns)
    for (const form of forms)
      for (const [start, end] of await matchesOf(pattern, form))
        found.push({ guard, label, what: 'a match of its pattern', start, end })
  return found
}

async function matchesOf(
  pattern: string,
  { plain, placeOf }: SeenText,
): Promise<(readonly [start: number, end: number])[]> {
  const matcher = (await ownPattern(pattern)).matcher(plain)
  const spans: (readonly [number, number])[] = []
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()]
    // A pattern such as \b matches nothing somewhere.
    if (end > start) spans.push([placeOf(start), placeOf(end - 1) + 1])
  }
  return spans
}
