import type { ContentKind } from './content-kinds.ts'

/** The beginning of a text, as the recognisers read it. */
export interface Sample {
  /** Without white space around it. */
  readonly text: string
  /** The first lines that are not blank. */
  readonly lines: readonly string[]
  /** Whether this is all of the text. */
  readonly whole: boolean
  /** Whether it is a single short line, as one value is. */
  readonly single: boolean
}

/** A kind, and how sure it is that a text is of it, from 0 to 1. */
export interface DetectedKind {
  readonly kind: ContentKind
  readonly confidence: number
  /** The part of the text that is of this kind; all of it if not set. */
  readonly part?: string
}

/** Says what a text is, or nothing. */
export type Recogniser = (sample: Sample) => readonly DetectedKind[]

/** A kind found with this confidence. */
export function found(kind: ContentKind, confidence: number): readonly DetectedKind[] {
  return [{ kind, confidence }]
}

/** A recogniser for single values with one pattern. */
export function valueOf(kind: ContentKind, confidence: number, pattern: RegExp): Recogniser {
  return ({ text, single }) => (single && pattern.test(text) ? found(kind, confidence) : [])
}

/** How many of these patterns a text has. */
export function countOf(text: string, patterns: readonly RegExp[]): number {
  return patterns.filter((pattern) => pattern.test(text)).length
}
