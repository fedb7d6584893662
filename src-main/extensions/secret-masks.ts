import { setImmediate as nextTurn } from 'node:timers/promises'

/** A way in which a secret may be written. */
export interface Mask {
  readonly text: string
  /** Whether it is a piece of longer Base64, which must remain readable. */
  readonly isInBase64: boolean
}

// Shorter ones are parts of other words, and shorter pieces of Base64 occur in any bytes.
const LEAST_CHARS = 4
const LEAST_IN_BASE64 = 8
/** Long texts are searched for so many milliseconds before others get their turn. */
const TURN_MS = 8

/**
 * Every way in which secrets may be written: plain, in JSON, in JSON in JSON, percent-encoded, as Base64, and in the
 * Base64 of longer bytes.
 */
export function masksOf(secrets: readonly string[]): readonly Mask[] {
  const long = secrets.filter((secret) => secret.length >= LEAST_CHARS)
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
  const ways = long.flatMap((secret) => [
    secret,
    inJson(secret),
    // A server that tells what it was sent writes JSON in JSON.
    inJson(inJson(secret)),
    encodeURIComponent(secret.toWellFormed()),
    Buffer.from(secret, 'utf8').toString('base64'),
  ])
  return joined([
    ...ways.map((text) => ({ text, isInBase64: false })),
    ...long.flatMap(piecesOf).map((text) => ({ text, isInBase64: true })),
  ])
}

/** All of the masks, the longest first, each once. */
export function joined(masks: readonly Mask[]): readonly Mask[] {
  const each = new Map(masks.map((mask) => [mask.text, mask]))
  return [...each.values()].toSorted((one, other) => other.text.length - one.text.length)
}

/** A text without secrets. */
export function masked(text: string, masks: readonly Mask[]): string {
  return masks.reduce(without, text)
}

/** The same of a long text, with turns for others in between. */
export async function maskedInTurns(text: string, masks: readonly Mask[]): Promise<string> {
  return await inTurns(text, masks, without)
}

/** Bytes without secrets, as many as before: what counts them still reads them. */
export async function maskedBytes(bytes: Buffer, masks: readonly Mask[]): Promise<Buffer> {
  const copy = Buffer.from(bytes)
  return await inTurns(copy, masks, overwritten)
}

async function inTurns<T>(value: T, masks: readonly Mask[], step: (kept: T, mask: Mask) => T): Promise<T> {
  let kept = value
  let began = performance.now()
  for (const mask of masks) {
    kept = step(kept, mask)
    if (performance.now() - began < TURN_MS) continue
    await nextTurn()
    began = performance.now()
  }
  return kept
}

function overwritten(kept: Buffer, { text, isInBase64 }: Mask): Buffer {
  const wanted = Buffer.from(text, 'utf8')
  for (let at = kept.indexOf(wanted); at !== -1; at = kept.indexOf(wanted, at + wanted.length))
    kept.fill(isInBase64 ? 'A' : '*', at, at + wanted.length)
  return kept
}

function without(kept: string, { text, isInBase64 }: Mask): string {
  if (!kept.includes(text)) return kept
  return kept.replaceAll(text, isInBase64 ? 'A'.repeat(text.length) : '••••')
}

// Base64 writes three bytes at a time, so there are three ways, by where the secret begins. The characters at both ends
// have bits of what is beside it.
function piecesOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const pieces = [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes])
    const piece = all
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor((all.length * 8) / 6))
    return piece.length < LEAST_IN_BASE64 ? [] : [piece]
  })
  return [...pieces, ...pieces.map((piece) => piece.replaceAll('+', '-').replaceAll('/', '_'))]
}
