// HTML, 15.3: elements that begin and end a line in a browser, and that the library takes for parts of one.
const BLOCKS = [
  'dl',
  'dt',
  'dd',
  'details',
  'summary',
  'dialog',
  'fieldset',
  'figure',
  'figcaption',
  'hgroup',
  'legend',
  'center',
  'search',
  'optgroup',
  'option',
]

const LINES = { format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } }

/** How the library formats them. */
export const LINE_SELECTORS = BLOCKS.map((selector) => ({ selector, ...LINES }))

/** What a picture says in words. */
export function altOf({ attribs }: { readonly attribs?: unknown }): string {
  const isNamed = typeof attribs === 'object' && attribs !== null && 'alt' in attribs
  return isNamed && typeof attribs.alt === 'string' ? attribs.alt : ''
}

/** A text without the distance to a paragraph of which nothing is left, which the library keeps. */
export function withoutEmptyEnds(text: string): string {
  let [start, end] = [0, text.length]
  while (text[start] === '\n') start++
  while (end > start && text[end - 1] === '\n') end--
  return text.slice(start, end)
}
