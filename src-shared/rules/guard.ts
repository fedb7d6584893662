import type { PiiKind } from './pii-kinds.ts'

/** What a guard looks through: what calls send, or what tools answer. */
export const GUARD_SIDES = ['arguments', 'results'] as const
export type GuardSide = (typeof GUARD_SIDES)[number]

/** What it does with what it finds: ends the call, or puts a label such as [EMAIL] in its place. */
export const GUARD_ACTIONS = ['refuse', 'redact'] as const
export type GuardAction = (typeof GUARD_ACTIONS)[number]

/** What the arguments or the results of a key's calls may not have. */
export interface Guard {
  /** Errors and labels name it. */
  readonly name: string
  readonly on: GuardSide
  readonly action: GuardAction
  /** What the detector of personal data finds. */
  readonly kinds?: readonly PiiKind[] | undefined
  /** Regular expressions of RE2, which take time linear in the text. */
  readonly patterns?: readonly string[] | undefined
}

/** The most that the guards of a key may have; `patternSize` counts the steps of a compiled pattern. */
export const GUARD_LIMITS = {
  guards: 20,
  nameChars: 40,
  patterns: 10,
  patternChars: 200,
  patternSize: 1_000,
} as const

/** The name of a guard: small letters, digits and hyphens. */
export const GUARD_NAME = /^[a-z][a-z0-9-]*$/
