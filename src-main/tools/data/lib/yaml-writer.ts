import { Document, isScalar, visit, type ScalarTag } from 'yaml'
import { stringTag } from 'yaml/util'
import { ExactNumber } from '../../lib/exact-json.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_DEPTH = 200
// YAML 1.2.2, 5.1: not printable, or (U+0085, U+2028, U+2029) line breaks of YAML 1.1 alone; and the byte order mark.
const UNSAFE =
  /[^\t\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u
const UNSAFE_ALL = new RegExp(`${UNSAFE.source}|["\\\\\\n\\t]`, 'gu')
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
}

/** The layout of a YAML text. */
export interface YamlLayout {
  readonly indent: number
  readonly line_width: number
  readonly sort_keys: boolean
}

/**
 * Writes a JSON value, whose numbers may be exact, as a document that readers of YAML 1.1 and 1.2 read alike.
 * @throws InvalidInput for more than 200 levels
 */
export function writeYaml(value: unknown, { indent, line_width, sort_keys }: YamlLayout): string {
  if (depthOf(value) > MAX_DEPTH)
    throw new InvalidInput('json', `The document has more than ${MAX_DEPTH} levels; flatten it`)
  const document = new Document(value, {
    sortMapEntries: sort_keys,
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
    customTags: (tags) => [NUMBER, TEXT, ...tags],
  })
  visit(document, {
    Scalar: (place, scalar) => {
      // Ruby's parser merges the value of a name << that has only quotes.
      if (place === 'key' && scalar.value === '<<') scalar.tag = TEXT.tag
      if (typeof scalar.value === 'string' && needsQuotes(scalar.value)) scalar.type = 'QUOTE_DOUBLE'
    },
  })
  const { contents } = document
  // A block at the root has no indentation that could say where its own begins.
  if (isScalar(contents) && typeof contents.value === 'string' && /\n/.test(contents.value))
    contents.type = 'QUOTE_DOUBLE'
  // The library miscounts line breaks of some folded blocks.
  return document.toString({ indent, lineWidth: line_width, blockQuote: 'literal' })
}

/** Texts that some reader takes for something else, or that the library writes so that they are read as such. */
const NEED_QUOTES = [
  // In YAML 1.1 a lone = is a type of its own, and many of its parsers stop at a tab.
  /^=$|\t/,
  // Some read -0o7 as a number.
  /^[-+]0[box]/i,
  // Ruby's reads oN as true, a symbol after a colon, and 1,5 as 15.
  /^(?:yes|no|on|off|true|false|null)$|^:/i,
  /^[-+]?\.?\d[\da-fx_.]*,[\da-fx_.,+-]*$/i,
  // The library miscounts the indentation of some blocks that begin with a space.
  /^\n+ |^ [^]*\n/,
]

function needsQuotes(text: string): boolean {
  return NEED_QUOTES.some((pattern) => pattern.test(text))
}

/** A number that needs an exponent, which YAML 1.1 only reads with a dot and a sign; and one that no float holds. */
const NUMBER: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) =>
    value instanceof ExactNumber || (typeof value === 'number' && /^-?\de/.test(String(value))),
  // Nothing is parsed here, only written.
  test: /^\b$/,
  resolve: Number,
  stringify: ({ value }) => {
    const written = value instanceof ExactNumber ? value.written : String(value)
    return written.replace(/^(-?\d+)(?=[eE])/, '$1.0').replace(/[eE](?=\d)/, 'e+')
  },
}

/** Texts, with escapes for what readers refuse, drop or take for line breaks. */
const TEXT: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string',
  test: /^\b$/,
  resolve: (text) => text,
  stringify: (item, ...rest) => {
    const text = String(item.value)
    const written = UNSAFE.test(text) ? quoted(text) : stringTag.stringify!(item, ...rest)
    // The library adds words to some quoted texts that it folds where they have no space, also before an empty one.
    return /^(?:\s*undefined\\)*\s*"/.test(written) && written.includes('\n') ? quoted(text) : written
  },
}

function quoted(text: string): string {
  return `"${text.replaceAll(UNSAFE_ALL, escaped)}"`
}

function escaped(sign: string): string {
  return SHORT[sign] ?? `\\u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce<number>((most, member) => Math.max(most, depthOf(member)), 0)
}
