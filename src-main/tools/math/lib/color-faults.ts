const FUNCTIONS = ['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color']
/** The functions that CSS Color 4 lets be written with commas, too. */
const WITH_COMMAS = ['rgb', 'rgba', 'hsl', 'hsla']
const SPACES = 'srgb, srgb-linear, display-p3, a98-rgb, prophoto-rgb, rec2020, xyz, xyz-d50 and xyz-d65'
const SHOWN_CHARS = 40

/** Which rule of CSS Color 4 a text breaks that is not a colour, and what to send instead. */
export function faultOfColor(text: string): string {
  const shown = JSON.stringify(text.slice(0, SHOWN_CHARS))
  if (text.startsWith('#')) return faultOfHex(text.slice(1))
  if (/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text))
    return `Write a number sign before the digits: #${text}`
  const [, name, rest] = /^([\w-]+)\(([^]*)$/.exec(text) ?? []
  if (name !== undefined && rest !== undefined) return faultOfFunction(name.toLowerCase(), rest)
  if (/^current-?color$/i.test(text))
    return 'currentcolor is whatever colour the page has there; send that colour itself'
  return `${shown} is not the name of a CSS colour; send one, such as teal, #639 or oklch(0.7 0.1 150)`
}

function faultOfHex(digits: string): string {
  const odd = /[^\da-f]/iu.exec(digits)?.[0]
  if (odd !== undefined) return `${JSON.stringify(odd)} after the number sign is not a hexadecimal digit`
  return `A colour in hexadecimal has 3, 4, 6 or 8 digits; this one has ${digits.length}`
}

function faultOfFunction(name: string, rest: string): string {
  if (!FUNCTIONS.includes(name))
    return `${name.slice(0, SHOWN_CHARS)}() is not one of the colour functions of CSS Color 4: ${FUNCTIONS.join(', ')}`
  // At the end of a text, CSS closes what is open (CSS Syntax 3, 5.4.9).
  const end = rest.includes(')') ? rest.indexOf(')') : rest.length
  const after = rest.slice(end + 1).trim()
  if (after !== '')
    return `Nothing may follow ${name}(): leave out ${JSON.stringify(after.slice(0, SHOWN_CHARS))}`
  const inside = rest.slice(0, end)
  const commas = inside.includes(',')
  if (commas && !WITH_COMMAS.includes(name))
    return `The parts of ${name}() are separated by spaces, not by commas`
  const [channels = '', opacity] = inside.split('/')
  if (opacity?.trim() === '') return `The opacity after the slash of ${name}() is missing`
  const parts = channels
    .trim()
    .split(commas ? /\s*,\s*/ : /\s+/)
    .filter(Boolean)
  if (commas && parts.some((part) => /\s/.test(part)))
    return `Separate the parts of ${name}() by commas or by spaces, not by both`
  if (name === 'color') return faultOfSpace(parts)
  if (parts.length < 3 || parts.length > (commas ? 4 : 3))
    return `${name}() takes 3 parts, and an opacity after ${commas ? 'another comma' : 'a slash'}; this one has ${parts.length}`
  return faultOfParts(name, parts)
}

function faultOfSpace([space, ...parts]: readonly string[]): string {
  if (space === undefined || !SPACES.split(/, | and /).includes(space))
    return `color() begins with a colour space; known are ${SPACES}`
  return `color(${space}) takes 3 numbers or percentages; this one has ${parts.length} parts`
}

function faultOfParts(name: string, parts: readonly string[]): string {
  const odd = parts.find(
    (part) => !/^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|deg|rad|grad|turn)?|none)$/i.test(part),
  )
  if (odd !== undefined)
    return `${JSON.stringify(odd.slice(0, SHOWN_CHARS))} in ${name}() is not a number, a percentage or an angle`
  return `The parts of ${name}() are of the wrong kinds: only a hue may be an angle, no hue is a percentage, and with commas the parts of rgb() are all numbers or all percentages`
}
