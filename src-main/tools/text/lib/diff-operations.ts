import { foldedCase } from './folded-case.ts'

/** The units of comparison. */
export type DiffUnit = 'line' | 'word' | 'character'

/** A run of tokens that is kept, removed or added. */
export interface Change {
  readonly added: boolean
  readonly removed: boolean
  readonly count: number
}

export interface Operation {
  readonly op: 'equal' | 'delete' | 'insert'
  readonly text: string
  readonly count: number
}

interface Ignore {
  readonly ignore_case: boolean
  readonly ignore_whitespace: boolean
}

const SEGMENTERS = {
  word: new Intl.Segmenter('en', { granularity: 'word' }),
  character: new Intl.Segmenter('en', { granularity: 'grapheme' }),
}

/**
 * Splits a text into tokens; a line includes its line break, so that a missing one at the end is a
 * difference too.
 */
export function tokensOf(text: string, by: DiffUnit): string[] {
  if (by !== 'line') return Array.from(SEGMENTERS[by].segment(text), ({ segment }) => segment)
  return text === '' ? [] : text.split(/(?<=\n|\r(?!\n))/)
}

/** Numbers tokens, equal ones alike, so that the cost of comparing does not depend on their length. */
export function numbering(ignore: Ignore): (token: string) => number {
  const numbers = new Map<string, number>()
  return (token) => {
    let key = ignore.ignore_case ? foldedCase(token) : token
    if (ignore.ignore_whitespace) key = key.replace(/\s+/g, ' ').trim()
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
}

/**
 * Not the shortest edit, but a correct one: keep the common start and end, replace everything
 * between.
 */
export function replacementOf(from: readonly number[], to: readonly number[]): Change[] {
  const shorter = Math.min(from.length, to.length)
  let head = 0
  while (head < shorter && from[head] === to[head]) head++
  let tail = 0
  while (tail < shorter - head && from.at(-1 - tail) === to.at(-1 - tail)) tail++
  return [
    { added: false, removed: false, count: head },
    { added: false, removed: true, count: from.length - head - tail },
    { added: true, removed: false, count: to.length - head - tail },
    { added: false, removed: false, count: tail },
  ]
}

/** Writes changes as operations: between two equal runs at most one deletion, then one insertion. */
export function toOperations(
  old: readonly string[],
  now: readonly string[],
  changes: readonly Change[],
): Operation[] {
  const operations: Operation[] = []
  let [oldAt, newAt, oldFrom, newFrom] = [0, 0, 0, 0]
  const push = (op: Operation['op'], tokens: readonly string[]) => {
    if (tokens.length > 0) operations.push({ op, text: tokens.join(''), count: tokens.length })
  }
  const flush = () => {
    push('delete', old.slice(oldFrom, oldAt))
    push('insert', now.slice(newFrom, newAt))
  }
  for (const { added, removed, count } of changes) {
    if (removed) oldAt += count
    else if (added) newAt += count
    else {
      flush()
      push('equal', now.slice(newAt, newAt + count))
      oldFrom = oldAt += count
      newFrom = newAt += count
    }
  }
  flush()
  return operations
}
