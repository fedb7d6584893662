/** A text as a reader sees it, and where each of its UTF-16 units is in the original. */
export interface SeenText {
  readonly plain: string
  readonly placeOf: (at: number) => number
}

/**
 * A text as a reader sees it: without characters that nobody sees, such as a zero-width space, and with
 * full-width characters and spaces of all widths as ASCII.
 */
export function seenText(text: string): SeenText {
  const places: number[] = []
  let [plain, from] = ['', 0]
  const add = (end: number) => {
    plain += text.slice(from, end)
    for (let at = from; at < end; at++) places.push(at)
  }
  for (const { 0: unseen, index } of text.matchAll(/\p{Default_Ignorable_Code_Point}+/gu)) {
    add(index)
    from = index + unseen.length
  }
  add(text.length)
  const narrow = plain
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Zs}/gu, ' ')
  return { plain: narrow, placeOf: (at) => places[at] ?? text.length }
}
