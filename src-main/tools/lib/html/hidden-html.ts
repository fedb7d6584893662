/** Elements that browsers never show, whatever their attributes. A dialogue shows when it is `open`. */
const NEVER_SHOWN = new Set([
  ...['template', 'datalist', 'iframe', 'noembed', 'noframes'],
  // What is in them is for browsers that do not know them.
  ...['audio', 'canvas', 'video'],
])

/** Declarations that leave nothing to read, whatever those of the elements in it. */
const UNREADABLE: Readonly<Record<string, RegExp>> = {
  display: /^none$/,
  opacity: /^[+-]?(?:0+\.?0*|\.0+)%?$/,
  'content-visibility': /^hidden$/,
}

/**
 * True if a browser shows nothing of an element: by its name, by `hidden`, or by its own `style`. Style sheets are
 * not read, and what a style makes invisible or of no size is for `UNSEEN_TEXT`. `aria-hidden` does not count:
 * what it marks is on the screen for all to see.
 */
export function isHiddenHtml(tag: string, attributes: Readonly<Record<string, string>>): boolean {
  if (NEVER_SHOWN.has(tag) || attributes.hidden !== undefined) return true
  if (tag === 'dialog' && attributes.open === undefined) return true
  const { style } = attributes
  if (style === undefined) return false
  return Object.entries(declarationsOf(style)).some(
    ([name, value]) => UNREADABLE[name]?.test(value) ?? false,
  )
}

/** False if nothing in a text can hide an element, so that it need not be parsed for that. */
export function mayHideHtml(html: string): boolean {
  return /hidden|style|<(?:template|datalist|iframe|noembed|noframes|dialog|audio|canvas|video)/i.test(html)
}

/**
 * The declarations of a `style`, in small letters. The last of a property wins, and comments and escapes are not part
 * of its value (CSS Syntax 3).
 */
export function declarationsOf(style: string): Record<string, string> {
  const declared: Record<string, string> = { __proto__: null! }
  const plain = style
    .replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => fromHex(code))
    .replace(/\\/g, '')
    .toLowerCase()
  for (const part of plain.split(';')) {
    const colon = part.indexOf(':')
    if (colon === -1) continue
    const value = part.slice(colon + 1).replace(/!\s*important/, '')
    declared[part.slice(0, colon).trim()] = value.trim()
  }
  return declared
}

function fromHex(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
}
