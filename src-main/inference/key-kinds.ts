const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

// Keys that are data whatever their values are: numbers and versions, dates and times, hashes,
// UUIDs, regions, paths, addresses, files.
const DATA: readonly RegExp[] = [
  /^[+-]?\d+([.,]\d+)*$/,
  /^[v~^<>=]*\d+\.\d+[\w.+-]*$/,
  /^\d{4}-\d\d(-\d\d.*)?$/,
  /^\d\d?:\d\d(:\d\d)?$/,
  /^(?=.*\d)[\da-f]{8,}$/i,
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  // Regions of a cloud: `eu-west-1`.
  /^[a-z]{2}(-[a-z]{3,}){1,2}-\d\d?$/,
  /\//,
  /.@./,
  /:.*:|^[a-z][\w+.-]*:\S*[^\w:]/i,
  /^[^\s].*\.[a-z][a-z\d]{1,3}$/i,
]

// Names in other spellings: `max-size`, and the attributes of JSON-LD and XML mappings: `@type`, `#text`,
// `xml:lang`.
const NAME = /^[@$#_-]?[A-Za-z][\w-]*(:[A-Za-z][\w-]*)?$/

// Headings: words with spaces between them, perhaps numbered (`1. open`).
const HEADING = /^(\d+[.)]\s*)?[\p{L}\d#%()&?!'.,*-]+(\s+[\p{L}\d#%()&?!'.,*/-]+)*$/u

const CODE = /^[A-Z]{2,5}$/

/** Whether a key can be written unquoted in source code, and so may well be a field's name. */
export function isIdentifier(key: string): boolean {
  return IDENTIFIER.test(key)
}

/** Whether a key looks like a value: a number, date, hash, path or address. */
export function isDataKey(key: string): boolean {
  return DATA.some((pattern) => pattern.test(key)) && !isHeading(key)
}

/**
 * Whether a key looks like a field's name although it cannot be an identifier: `max-size`,
 * `xml:lang`, `Full name`.
 */
export function isLabelKey(key: string): boolean {
  return NAME.test(key) || isHeading(key)
}

/** Whether all keys are upper-case codes of one kind, such as currencies, countries or airports. */
export function areCodes(keys: readonly string[]): boolean {
  if (keys.length < 2 || !keys.every((key) => CODE.test(key))) return false
  return keys.length >= 4 || keys.every((key) => key.length === keys[0]!.length && key.length <= 3)
}

// The languages a dictionary of translations is likely to hold (ISO 639-1).
const LANGUAGES = new Set(
  (
    'ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk km ko lt ' +
    'lv mk mn ms my nb ne nl nn no pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh'
  ).split(' '),
)

/**
 * Whether all keys are language tags (BCP 47: language, then script or region), at least one of
 * them widely used.
 */
export function areLanguages(keys: readonly string[]): boolean {
  if (keys.length < 2 || !keys.every((key) => LANGUAGES.has(languageOf(key)))) return false
  return keys.some((key) => /^(en|de|fr|es|zh|ja|ru|pt)$/.test(languageOf(key)))
}

function languageOf(key: string): string {
  return /^([a-z]{2})([-_]([A-Z][a-z]{3}|[A-Za-z]{2}|\d{3}))*$/.exec(key)?.[1] ?? ''
}

/** Whether all keys are a shared word and a number (`node1`, `user_17`). */
export function areNumbered(keys: readonly string[]): boolean {
  const stem = /^(.*?\D)\d+$/.exec(keys[0] ?? '')?.[1]
  return (
    stem !== undefined &&
    keys.length >= 3 &&
    keys.every((key) => key.startsWith(stem) && /^\d+$/.test(key.slice(stem.length)))
  )
}

function isHeading(key: string): boolean {
  return /\s/.test(key) && key.length <= 60 && HEADING.test(key)
}
