import { z } from 'zod'
import {
  GUARD_ACTIONS,
  GUARD_LIMITS,
  GUARD_NAME,
  GUARD_SIDES,
  type Guard,
} from '../../../src-shared/rules/guard.ts'
import { PII_KINDS } from '../../../src-shared/rules/pii-kinds.ts'
import {
  APPROVED_TOOLS,
  RULE_LIMITS,
  type ApprovalRule,
  type KeyRules,
  type ToolLimit,
} from '../../../src-shared/rules/key-rules.ts'

const calls = z.int().min(1).max(RULE_LIMITS.calls)

const toolLimit = z
  .strictObject({
    per_minute: calls.optional(),
    per_hour: calls.optional(),
    per_day: calls.optional(),
  } satisfies Record<keyof ToolLimit, z.ZodType>)
  .refine((limit) => Object.values(limit).some((most) => most !== undefined), {
    error: 'Send per_minute, per_hour or per_day',
  })

const approval = z.strictObject({
  tools: z
    .enum(APPROVED_TOOLS)
    .describe(
      'side_effects: tools that change something; outbound: also tools that reach other machines; all: every tool',
    ),
  wait_seconds: z
    .int()
    .min(1)
    .max(RULE_LIMITS.waitSeconds)
    .default(RULE_LIMITS.usualWaitSeconds)
    .describe('How long a call waits at most'),
} satisfies Record<keyof ApprovalRule, z.ZodType>)

const guard = z
  .strictObject({
    name: z
      .string()
      .max(GUARD_LIMITS.nameChars)
      .regex(GUARD_NAME)
      .describe('Small letters, digits and hyphens; errors and labels name it'),
    on: z.enum(GUARD_SIDES).describe('What it looks through: what calls send, or what tools answer'),
    action: z
      .enum(GUARD_ACTIONS)
      .describe(
        'refuse: the call ends with guard_refused; redact: a label such as [EMAIL] takes its place',
      ),
    kinds: z
      .array(z.enum(PII_KINDS))
      .min(1)
      .max(PII_KINDS.length)
      .optional()
      .describe('Kinds of personal data; a phone number needs its country code'),
    patterns: z
      .array(z.string().min(1).max(GUARD_LIMITS.patternChars))
      .min(1)
      .max(GUARD_LIMITS.patterns)
      .optional()
      .describe('Regular expressions of RE2, such as ORD-\\d{6}; (?i) first ignores case'),
  } satisfies Record<keyof Guard, z.ZodType>)
  .refine(({ kinds, patterns }) => kinds !== undefined || patterns !== undefined, {
    error: 'Send kinds, patterns or both',
  })

const guards = z
  .array(guard)
  .max(GUARD_LIMITS.guards)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
    error: 'Give each guard a name of its own',
  })

/** The parts that can be laid down; null takes one back, and what is left out stays as it is. */
export const ruleFields = {
  tool_limits: z
    .record(z.string().min(1).max(100), toolLimit)
    .nullish()
    .describe('How often it may call a tool, by slugs; null for no limits'),
  approval: approval.nullish().describe('Which calls wait for the owner to approve them; null for none'),
  guards: guards
    .nullish()
    .describe('What its arguments and results may not have: all guards; null for none'),
  paused: z.literal(true).nullish().describe('None of its calls is let in; null to let them in again'),
}

/** The rules of a key as the gateway answers with them. */
export const keyRules = z
  .object({
    tool_limits: ruleFields.tool_limits.unwrap().describe('How often it may call a tool, by slugs'),
    approval: ruleFields.approval.unwrap().describe('Which calls wait for the owner to approve them'),
    guards: ruleFields.guards.unwrap().describe('What its arguments and results may not have'),
    paused: ruleFields.paused.unwrap().describe('Set while none of its calls is let in'),
  })
  .describe('What the owner has laid down for its calls; null for nothing')

/** The rules of a key for an administrator: every part, null where nothing is laid down. */
export function toRulesWire(rules: KeyRules | null): z.output<typeof keyRules> {
  return {
    tool_limits: rules?.tool_limits ?? null,
    approval: rules?.approval ?? null,
    // A copy, since what the gateway keeps cannot be changed.
    guards: rules?.guards?.map(toGuardWire) ?? null,
    paused: rules?.paused ?? null,
  }
}

function toGuardWire({ kinds, patterns, ...rest }: Guard): z.output<typeof guard> {
  return {
    ...rest,
    ...(kinds === undefined ? {} : { kinds: [...kinds] }),
    ...(patterns === undefined ? {} : { patterns: [...patterns] }),
  }
}
