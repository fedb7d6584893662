import { isLongerThan } from './json-size.ts'
import { waitForTurn } from './turns.ts'

/** A value about as long as this is written in one go, in characters. */
const PIECE_CHARS = 64 * 1024
/** So many items of an array are written together, if they are short. */
const RUN_ITEMS = 1_024

/**
 * Writes a value of JSON's types, where members may have no value, as JSON.stringify does, but a long one in several
 * turns of the event loop: at once, 4 MiB take the engine up to 0.4 s where there are many levels.
 */
export async function writeInTurns(value: unknown): Promise<string> {
  const pieces: string[] = []
  await write(value, pieces)
  return pieces.join('')
}

async function write(value: unknown, pieces: string[]): Promise<void> {
  await waitForTurn()
  if (typeof value !== 'object' || value === null || !isLongerThan(value, PIECE_CHARS))
    pieces.push(JSON.stringify(value))
  else if (Array.isArray(value)) await writeItems(value, pieces)
  else await writeMembers(value, pieces)
}

async function writeItems(items: readonly unknown[], pieces: string[]): Promise<void> {
  for (let at = 0; at < items.length;) {
    pieces.push(at === 0 ? '[' : ',')
    const run = items.slice(at, at + RUN_ITEMS)
    if (isLongerThan(run, PIECE_CHARS)) await write(items[at++], pieces)
    else {
      pieces.push(JSON.stringify(run).slice(1, -1))
      at += run.length
      await waitForTurn()
    }
  }
  pieces.push(']')
}

async function writeMembers(object: object, pieces: string[]): Promise<void> {
  let before = '{'
  for (const [name, member] of Object.entries(object)) {
    if (member === undefined) continue
    pieces.push(`${before}${JSON.stringify(name)}:`)
    before = ','
    await write(member, pieces)
  }
  pieces.push(before === '{' ? '{}' : '}')
}
