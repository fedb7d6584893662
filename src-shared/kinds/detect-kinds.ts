import { CODE_KINDS } from './code-kinds.ts'
import { type ContentKind, isBinary, WIDER_KINDS } from './content-kinds.ts'
import { DOCUMENT_KINDS } from './document-kinds.ts'
import { ENCODED_KINDS } from './encoded-kinds.ts'
import { EVERYDAY_KINDS } from './everyday-kinds.ts'
import { MEASURE_KINDS } from './measures.ts'
import type { DetectedKind, Recogniser, Sample } from './recogniser.ts'
import { VALUE_KINDS } from './value-kinds.ts'

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
  ...DOCUMENT_KINDS,
  ...CODE_KINDS,
]

/** Looks like a password, a key or a token. */
const SECRET =
  /(^|[\s"'=:])(sk-|pk_|rk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA[\dA-Z]{16}|AIza[\w-]{30})|-----BEGIN [A-Z ]*PRIVATE KEY/

/**
 * Finds the kinds of a text from its beginning, the surest first, with the wider kinds of each and `text` at the end.
 * Empty for a blank text, and for one that looks like a secret, which is not examined.
 */
export function detectKinds(text: string): readonly DetectedKind[] {
  const sample = sampleOf(text)
  if (sample.text === '' || SECRET.test(sample.text)) return []
  const sure = new Map<ContentKind, number>()
  const add = ({ kind, confidence }: DetectedKind) =>
    sure.set(kind, Math.max(confidence, sure.get(kind) ?? 0))
  for (const recognise of RECOGNISERS) for (const detected of recognise(sample)) add(detected)
  const binary = [...sure].some(([kind, confidence]) => isBinary(kind) && confidence > 0.9)
  if (!binary) add({ kind: 'text', confidence: textConfidence(sample) })
  for (const [kind, confidence] of [...sure])
    for (const [at, wider] of (WIDER_KINDS[kind] ?? []).entries())
      add({ kind: wider, confidence: confidence * WIDER ** (at + 1) })
  return [...sure]
    .map(([kind, confidence]) => ({ kind, confidence }))
    .sort((one, other) => other.confidence - one.confidence)
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
