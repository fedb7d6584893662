import { toPascalCase, wordsOf } from '../pascal-case.ts'
import type { Dialect } from './plain-types.ts'

const MAX_CHARS = 80

/** Gives out names, each only once. */
export class NamePool {
  /** The number to try next, by the name that was wanted. */
  readonly #taken = new Map<string, number>()
  readonly #fold: (name: string) => string

  /** @param ignoresCase whether names that differ only in case count as one */
  constructor(ignoresCase = false) {
    this.#fold = ignoresCase ? (name) => name.toLowerCase() : (name) => name
  }

  /** The name wanted, or that name with the first free number. */
  take(wanted: string): string {
    const key = this.#fold(wanted)
    let next = this.#taken.get(key) ?? 1
    let name = wanted
    // No keyword ends with a number, so backticks are not needed then.
    const stem = wanted.replaceAll('`', '')
    for (; this.#taken.has(this.#fold(name)); next++) name = `${stem}${next + 1}`
    // Counts on from here: otherwise thousands of keys in another alphabet would each start at one.
    this.#taken.set(key, next)
    this.#taken.set(this.#fold(name), this.#taken.get(this.#fold(name)) ?? 1)
    return name
  }
}

/** The name of a field for a key, in the style of the language; not yet unique. */
export function toFieldName(key: string, { fieldCase, ascii, reserved, freed }: Dialect): string {
  const words = wordsOf(ascii ? toAscii(key) : key)
  const name = joined(words, fieldCase).slice(0, MAX_CHARS)
  const valid = /^\p{L}/u.test(name) ? name : withPrefix(name, fieldCase)
  if (!reserved.has(valid)) return valid
  return freed ? freed(valid) : `${valid}_`
}

/** The name of a type, in ASCII if the language needs that; not yet unique. */
export function toTypeName(name: string, { ascii }: Dialect): string {
  if (!ascii) return name
  const plain = toPascalCase(toAscii(name))
  if (name === toAscii(name)) return name
  return /^[A-Z]/.test(plain) ? plain : `Type${plain}`
}

/** A label in PascalCase for any text. */
export function toLabel(text: string, ascii: boolean): string {
  const label = toPascalCase(ascii ? toAscii(text) : text)
  return /^\p{Lu}/u.test(label) ? label : `Case${label}`
}

function joined(words: readonly string[], style: Dialect['fieldCase']): string {
  if (style === 'snake') return words.map((word) => word.toLowerCase()).join('_')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).reduce(joinDigits, '')
  if (style === 'pascal') return name
  const first = words[0] ?? ''
  // An acronym at the front is all lower case: `URL` is `url`, and `IDCard` has `idCard`.
  const start = /^[\p{Lu}\d]+$/u.test(first)
    ? first.toLowerCase()
    : first.charAt(0).toLowerCase() + first.slice(1)
  return start + name.slice(first.length)
}

// Two digits in a row from different words would read as one number.
function joinDigits(name: string, word: string): string {
  return name + (/\d$/.test(name) && /^\d/.test(word) ? '_' : '') + word
}

function withPrefix(name: string, style: Dialect['fieldCase']): string {
  if (style === 'snake') return name === '' ? 'field' : `field_${name}`
  return (style === 'pascal' ? 'Field' : 'field') + name
}

// Letters lose their marks; other scripts are left out.
function toAscii(text: string): string {
  return text
    .slice(0, 4 * MAX_CHARS)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\u0000-\u007f]+/g, ' ')
}
