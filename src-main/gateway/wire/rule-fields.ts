import { z } from 'zod'
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

/** The parts that can be laid down; null takes one back, and what is left out stays as it is. */
export const ruleFields = {
  tool_limits: z
    .record(z.string().min(1).max(100), toolLimit)
    .nullish()
    .describe('How often it may call a tool, by slugs; null for no limits'),
  approval: approval.nullish().describe('Which calls wait for the owner to approve them; null for none'),
}

/** The rules of a key as the gateway answers with them. */
export const keyRules = z
  .object({
    tool_limits: ruleFields.tool_limits.unwrap().describe('How often it may call a tool, by slugs'),
    approval: ruleFields.approval.unwrap().describe('Which calls wait for the owner to approve them'),
  })
  .describe('What the owner has laid down for its calls; null for nothing')

/** The rules of a key for an administrator: every part, null where nothing is laid down. */
export function toRulesWire(rules: KeyRules | null): z.output<typeof keyRules> {
  return { tool_limits: rules?.tool_limits ?? null, approval: rules?.approval ?? null }
}
