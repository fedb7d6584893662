import type { Writable } from 'node:stream'
import { giveWay } from '../../pipeline/turns/turns.ts'

/** So many characters become bytes in one go. */
const PIECE_CHARS = 256 * 1024

/** Whether a text is so long that others should get their turn while it becomes bytes. */
export function isLongText(text: string): boolean {
  return text.length > PIECE_CHARS
}

/**
 * Writes a long text as UTF-8, in pieces and several turns of the event loop: at once, 8 MiB take the engine 50 ms.
 * It stops where nobody reads any more.
 */
export async function writeInTurns(out: Writable, text: string): Promise<void> {
  for (let from = 0; from < text.length && !out.destroyed;) {
    const cut = from + PIECE_CHARS
    const to = isSecondHalf(text.charCodeAt(cut)) ? cut + 1 : cut
    out.write(Buffer.from(text.slice(from, to)))
    from = to
    await giveWay()
  }
}

// Of a character that JavaScript keeps as two.
function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
