import { formatOf } from './string-format.ts'
import type { InferenceOptions, StringFormat } from './model.ts'
import type { StringFacts, ValueNode } from './nodes.ts'

/** More different strings than this in one place are not an enumeration. */
const MAX_LITERALS = 64
const MAX_AUTO_LITERALS = 12
const MAX_LITERAL_CHARS = 64

/** Starts the facts about one place. */
export function newStringFacts(): StringFacts {
  return { format: undefined, counts: new Map() }
}

/** Whether these options need any facts about strings. */
export function wantsStringFacts(options: InferenceOptions): boolean {
  return options.notes || options.formats.length > 0 || options.enums !== 'none'
}

/** Takes one more string into account. */
export function addString(facts: StringFacts, text: string): void {
  if (facts.format !== null) {
    const format = formatOf(text)
    facts.format = facts.format === undefined || facts.format === format ? format : null
  }
  if (facts.counts) {
    facts.counts.set(text, (facts.counts.get(text) ?? 0) + 1)
    if (facts.counts.size > MAX_LITERALS || text.length > MAX_LITERAL_CHARS) facts.counts = null
  }
}

/** Joins the facts about two places into the first. */
export function joinStringFacts(into: StringFacts, from: StringFacts): void {
  if (into.format === undefined) into.format = from.format
  else if (from.format !== undefined && from.format !== into.format) into.format = null
  if (!from.counts) into.counts = null
  if (!into.counts || !from.counts) return
  for (const [text, n] of from.counts) into.counts.set(text, (into.counts.get(text) ?? 0) + n)
  if (into.counts.size > MAX_LITERALS) into.counts = null
}

/** The sorted literals that replace the strings of a place; null if they stay plain strings. */
export function literalsAt(node: ValueNode, { enums }: InferenceOptions): readonly string[] | null {
  if (node.literals) return node.literals
  if (enums === 'none' || !node.strings?.counts?.size) return null
  if (enums !== 'auto') {
    if (node.key === null || !enums.includes(node.key)) return null
  } else if (!looksEnumerated(node.strings.counts)) {
    return null
  }
  return [...node.strings.counts.keys()].sort()
}

/** The format that becomes part of a place's type, if all its strings have it and it was requested. */
export function formatAt(node: ValueNode, { formats }: InferenceOptions): StringFormat | null {
  const format = node.strings?.format
  return format && formats.includes(format) ? format : null
}

// Every value occurs at least twice and looks like a word, and there are three times as many
// strings as values.
function looksEnumerated(counts: ReadonlyMap<string, number>): boolean {
  if (counts.size < 2 || counts.size > MAX_AUTO_LITERALS) return false
  let total = 0
  for (const [text, n] of counts) {
    if (n < 2 || !/^[A-Za-z][\w .-]*$/.test(text)) return false
    total += n
  }
  return total >= counts.size * 3
}
