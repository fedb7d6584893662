import { gapBetween, type PageItem } from './lines.ts'
import type { PlacedText } from './annotations.ts'

/** How far from its box a label may lie, in points. */
const NEAR = 3

/** A piece of text, and where it is. */
interface Piece {
  readonly item: PageItem
  readonly x: number
  readonly y: number
  readonly end: number
  /** Whether it has letters, from left to right. */
  readonly isText: boolean
}

/**
 * Puts texts that lie on a page among its own, where they are read: beside what is on the same line, below what is
 * above them, or else at the end.
 */
export function withPlacedTexts(items: readonly PageItem[], placed: readonly PlacedText[]): PageItem[] {
  const pieces = items.map(pieceOf)
  for (const text of placed) insert(pieces, text)
  return pieces.map(({ item }) => item)
}

function insert(pieces: Piece[], { text, rect, isBox }: PlacedText): void {
  const [left, bottom, right, top] = rect
  const onLine = indexesWhere(pieces, ({ y }) => y >= bottom - NEAR && y <= top)
  const before = onLine.filter((at) => pieces[at]!.x <= left + NEAR)
  const after = onLine.filter((at) => pieces[at]!.x > left + NEAR)
  const leftOf = best(before, (at) => pieces[at]!.x)
  const rightOf = best(after, (at) => -pieces[at]!.x)
  if (rightOf !== undefined && (isBox || leftOf === undefined)) {
    const { item } = pieces[rightOf]!
    pieces.splice(rightOf, 0, pieceOf({ ...placedAt(left, item), str: `${text} `, hasEOL: false }))
  } else if (leftOf !== undefined) insertAfter(pieces, leftOf, left, ` ${text}`)
  else {
    const above = indexesWhere(pieces, ({ x, y, end }) => y > top && x < right && end > left)
    const label = best(above, (at) => -pieces[at]!.y)
    const size = Math.min(top - bottom, 12)
    const own = {
      str: text,
      dir: 'ltr',
      hasEOL: true,
      transform: [size, 0, 0, size, left, bottom],
      width: 0,
    }
    const at = label === undefined ? pieces.length : endOfLine(pieces, label) + 1
    pieces.splice(at, 0, pieceOf(own))
  }
}

function insertAfter(pieces: Piece[], at: number, left: number, str: string): void {
  const { item } = pieces[at]!
  pieces.splice(at, 1, pieceOf({ ...item, hasEOL: false }), pieceOf({ ...placedAt(left, item), str }))
}

/** An item on the line of another. */
function placedAt(left: number, { transform, ...item }: PageItem): PageItem {
  return { ...item, transform: [...transform.slice(0, 4), left, ...transform.slice(5)], width: 0 }
}

function endOfLine(pieces: Piece[], from: number): number {
  const endsLine = (at: number): boolean =>
    pieces[at]!.item.hasEOL || gapBetween(pieces[at]!.item, pieces[at + 1]!.item) === '\n'
  let at = from
  while (at + 1 < pieces.length && !endsLine(at)) at++
  pieces[at] = pieceOf({ ...pieces[at]!.item, hasEOL: true })
  return at
}

function pieceOf(item: PageItem): Piece {
  const [right = 0, up = 0, , , x = 0, y = 0] = item.transform.map(Number)
  const isText = item.str.trim() !== '' && right > 0 && Math.abs(up) < right / 10
  return { item, x, y, end: x + (item.width ?? 0), isText }
}

function indexesWhere(pieces: readonly Piece[], holds: (piece: Piece) => boolean): number[] {
  return pieces.flatMap((piece, at) => (piece.isText && holds(piece) ? [at] : []))
}

/** The last of those for which a number is the greatest. */
function best(indexes: readonly number[], worth: (at: number) => number): number | undefined {
  return indexes.reduce<number | undefined>(
    (found, at) => (found === undefined || worth(at) >= worth(found) ? at : found),
    undefined,
  )
}
