import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeeperThan } from '../../src-shared/json-depth.ts'
import { SOURCE_LIMITS } from './source.ts'

const DEPTH = 512
/** A longer message is read in several turns of the event loop. */
export const SHORT_CHARS = 64 * 1024

/** So many characters are looked at before others may go first. */
const TURN_CHARS = 512 * 1024
/** The engine takes long for objects of more members, and names are sorted at once before an answer is hashed. */
const MEMBERS = 20_000

const TOO_DEEP = `answered with more than ${DEPTH} levels`

/** Why a short message is not read, as the end of a sentence; null for one that is. */
export function problemOfShort(text: string): string | null {
  return isDeeperThan(text, DEPTH) ? TOO_DEEP : null
}

/** The same for a long one, which may have more values than others should wait for; in several turns. */
export async function problemOfLong(text: string): Promise<string | null> {
  const seen: Seen = { inText: false, depth: 0, deepest: 0, marks: 0, members: [], most: 0 }
  for (let at = 0; at < text.length;) {
    at = look(text, at, Math.min(text.length, at + TURN_CHARS), seen)
    if (seen.marks > SOURCE_LIMITS.answerValues)
      return `answered with more than ${SOURCE_LIMITS.answerValues.toLocaleString('en')} values`
    if (seen.deepest > DEPTH) return TOO_DEEP
    if (seen.most > MEMBERS)
      return `answered with an object of more than ${MEMBERS.toLocaleString('en')} members`
    await nextTurn()
  }
  return null
}

interface Seen {
  inText: boolean
  depth: number
  deepest: number
  marks: number
  /** How many members the objects have that are open now, by their depth. */
  readonly members: number[]
  /** The most members of an object. */
  most: number
}

// Commas and brackets in texts count for nothing. @returns where to go on
function look(text: string, from: number, end: number, seen: Seen): number {
  const { members } = seen
  let { inText, depth, deepest, marks, most } = seen
  let at = from
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === 0x5c) at++
      else if (code === 0x22) inText = false
    } else if (code === 0x22) inText = true
    else if (code === 0x2c) marks++
    else if (code === 0x3a) {
      const count = (members[depth] ?? 0) + 1
      members[depth] = count
      if (count > most) most = count
    } else if (code === 0x5b || code === 0x7b) {
      marks++
      if (++depth > deepest) deepest = depth
      if (depth <= DEPTH) members[depth] = 0
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  Object.assign(seen, { inText, depth, deepest, marks, most })
  return at
}

/** A value without halves of characters, which JSON can write and nobody can hash. @param text its JSON */
export function wellFormed(value: unknown, text: string): unknown {
  return /\\u[dD][89a-fA-F]/.test(text) ? mended(value) : value
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(mended)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.toWellFormed(), mended(part)]),
  )
}
