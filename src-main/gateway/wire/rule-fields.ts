import { z } from 'zod'
import { RULE_LIMITS, type KeyRules, type ToolLimit } from '../../../src-shared/rules/key-rules.ts'

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

/** The parts that can be laid down; null takes one back, and what is left out stays as it is. */
export const ruleFields = {
  tool_limits: z
    .record(z.string().min(1).max(100), toolLimit)
    .nullish()
    .describe('How often it may call a tool, by slugs; null for no limits'),
}

/** The rules of a key as the gateway answers with them. */
export const keyRules = z
  .object({
    tool_limits: ruleFields.tool_limits.unwrap().describe('How often it may call a tool, by slugs'),
  })
  .describe('What the owner has laid down for its calls; null for nothing')

/** The rules of a key for an administrator: every part, null where nothing is laid down. */
export function toRulesWire(rules: KeyRules | null): z.output<typeof keyRules> {
  return { tool_limits: rules?.tool_limits ?? null }
}
