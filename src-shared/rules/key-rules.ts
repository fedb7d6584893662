import type { Guard } from './guard.ts'

/** How often a key may call one tool; what is left out is not limited. */
export interface ToolLimit {
  readonly per_minute?: number | undefined
  readonly per_hour?: number | undefined
  readonly per_day?: number | undefined
}

/** The spans of a limit, in seconds, and how a sentence names them. */
export const LIMIT_SPANS = {
  per_minute: { seconds: 60, words: 'a minute' },
  per_hour: { seconds: 3_600, words: 'an hour' },
  per_day: { seconds: 86_400, words: 'a day' },
} as const

export type LimitSpan = keyof typeof LIMIT_SPANS

/** The limits of tools, by their slugs. */
export type ToolLimits = Readonly<Record<string, ToolLimit>>

/**
 * Which calls wait for the owner's approval: of tools that change something, also of those that reach other machines,
 * or of all.
 */
export const APPROVED_TOOLS = ['side_effects', 'outbound', 'all'] as const

/** That calls of a key wait until the owner approves them. */
export interface ApprovalRule {
  readonly tools: (typeof APPROVED_TOOLS)[number]
  /** How long a call waits at most. */
  readonly wait_seconds: number
}

/** What the owner has laid down for the calls of a key, beside its scopes; a part that is left out rules nothing. */
export interface KeyRules {
  readonly tool_limits?: ToolLimits | undefined
  readonly approval?: ApprovalRule | undefined
  readonly guards?: readonly Guard[] | undefined
  /** Set where none of its calls is let in. */
  readonly paused?: true | undefined
}

/** The most that the rules of a key may have. */
export const RULE_LIMITS = {
  tools: 100,
  calls: 100_000,
  waitSeconds: 3_600,
  usualWaitSeconds: 120,
} as const
