import { AMOUNT_KINDS } from './amounts.ts'
import { bareTextsOf, valueIn } from './bare-text.ts'
import { CODE_KINDS } from './code-kinds.ts'
import { type ContentKind, isBinary, WIDER_KINDS } from './content-kinds.ts'
import { DATE_RANGE_KINDS } from './date-ranges.ts'
import { DOCUMENT_KINDS } from './document-kinds.ts'
import { ENCODED_KINDS } from './encoded-kinds.ts'
import { EVERYDAY_KINDS } from './everyday-kinds.ts'
import { isTrace, LISTING_KINDS } from './listing-kinds.ts'
import { MEASURE_KINDS } from './measures.ts'
import type { DetectedKind, Recogniser, Sample } from './recogniser.ts'
import { VALUE_KINDS } from './value-kinds.ts'
import { WORDED_KINDS } from './worded-kinds.ts'

export type { DetectedKind } from './recogniser.ts'

/** Only the beginning of a text is read, to stay fast. */
const SAMPLE_CHARS = 65_536
const SINGLE_CHARS = 4_096
const SAMPLE_LINES = 40
/** How sure a text is of the wider kinds of what it is. */
const WIDER = 0.6
/** Every text is a text; many words say more about it than one. */
const TEXT = { prose: 0.55, words: 0.3 }
const PROSE_CHARS = 120

const RECOGNISERS: readonly Recogniser[] = [
  ...ENCODED_KINDS,
  ...VALUE_KINDS,
  ...EVERYDAY_KINDS,
  ...MEASURE_KINDS,
  ...DATE_RANGE_KINDS,
  ...DOCUMENT_KINDS,
  ...CODE_KINDS,
  ...LISTING_KINDS,
  ...AMOUNT_KINDS,
  ...WORDED_KINDS,
]

/** Looks like a password, a key or a token. */
const SECRET =
  /(^|[\s"'=:])(sk-|pk_|rk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA[\dA-Z]{16}|AIza[\w-]{30}|otpauth:\/\/)|-----BEGIN [A-Z ]*PRIVATE KEY/

/** How sure it is that the one value in a line was meant. */
const AMONG_WORDS = 0.7
/** A part of a text is what was meant only if it is surely something. */
const SURE_PART = 0.84
/** What is found in half of all texts, so that a label before it says nothing. */
const NO_PARTS: ReadonlySet<ContentKind> = new Set([
  'text',
  'identifier',
  'number',
  'country',
  'http-status',
])
/** What looks like nothing else, so that a word before it may be left out. */
const EVIDENT: ReadonlySet<ContentKind> = new Set([
  'url',
  'email',
  'ip',
  'cidr',
  'iban',
  'card',
  'jwt',
  'uuid',
  'hash',
  'phone',
  'date',
  'curl',
  'user-agent',
  'barcode',
])
/** What a kind is never meant as, though it looks like it: the lines of a patch, for one, are those of a program. */
const HIDES: readonly (readonly [ContentKind, ReadonlySet<ContentKind>])[] = [
  ['diff', new Set(['javascript', 'typescript', 'code'])],
  ['commits', new Set(['yaml', 'markdown'])],
  ['date-range', new Set(['written-date', 'title', 'semver-range', 'expression', 'phone'])],
  ['notes', new Set(['markdown', 'yaml', 'emails', 'phones'])],
]

/**
 * Finds the kinds of a text from its beginning, the surest first, with the wider kinds of each and `text` at the end.
 * A kind may be that of a part: a value without its quotes and label, or the code in a fence. Empty for a blank text,
 * and for one that looks like a secret, which is not examined.
 */
export function detectKinds(text: string): readonly DetectedKind[] {
  const sample = sampleOf(text)
  if (sample.text === '' || SECRET.test(sample.text)) return []
  const sure = new Map<ContentKind, DetectedKind>()
  const add = (one: DetectedKind) => {
    // Of two that are as sure the later one, which is the value without what is around it.
    if (one.confidence >= (sure.get(one.kind)?.confidence ?? 0)) sure.set(one.kind, one)
  }
  for (const detected of kindsOf(sample)) add(detected)
  for (const detected of kindsOfParts(sample)) add(detected)
  const only = sure.size === 0 && sample.single ? valueIn(sample.text) : null
  if (only) add({ ...only, confidence: AMONG_WORDS })
  const all = [...sure.values()]
  const binary = all.some(({ kind, confidence }) => isBinary(kind) && confidence > 0.9)
  if (!binary) add({ kind: 'text', confidence: textConfidence(sample) })
  for (const one of all)
    for (const [at, wider] of (WIDER_KINDS[one.kind] ?? []).entries())
      add({ ...one, kind: wider, confidence: one.confidence * WIDER ** (at + 1) })
  return [...sure.values()].sort((one, other) => other.confidence - one.confidence)
}

function kindsOf(sample: Sample): readonly DetectedKind[] {
  const found = RECOGNISERS.flatMap((recognise) => recognise(sample))
  for (const [kind, less] of HIDES)
    if (found.some((one) => one.kind === kind)) return found.filter((one) => !less.has(one.kind))
  // What a program left behind may quote anything.
  if (isTrace(sample.text)) return found.filter(({ kind }) => kind === 'code' || kind === 'log')
  return found
}

function kindsOfParts({ text, whole }: Sample): readonly DetectedKind[] {
  if (!whole) return []
  return bareTextsOf(text).flatMap(({ text: part, trust, named, byWord }) => {
    const found = kindsOf(sampleOf(part)).filter(
      ({ kind, confidence }) =>
        confidence >= SURE_PART && !NO_PARTS.has(kind) && (!byWord || EVIDENT.has(kind)),
    )
    const all = named && found.length === 0 ? [{ kind: named, confidence: 0.9 }] : found
    return all.map(({ kind, confidence }) => ({ kind, confidence: confidence * trust, part }))
  })
}

function sampleOf(text: string): Sample {
  const start = text.slice(0, SAMPLE_CHARS)
  const trimmed = start.replace(/^\uFEFF/, '').trim()
  const whole = text.length <= SAMPLE_CHARS
  // Cut short, so that a line of megabytes costs nothing.
  const lines = trimmed
    .split(/\r?\n/, SAMPLE_LINES)
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, 2_000))
  const single = whole && trimmed.length < SINGLE_CHARS && !/[\r\n]/.test(trimmed)
  return { text: trimmed, lines, whole, single }
}

function textConfidence({ text }: Sample): number {
  return text.length >= PROSE_CHARS && /\s/.test(text) ? TEXT.prose : TEXT.words
}
