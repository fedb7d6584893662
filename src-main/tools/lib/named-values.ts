import { z } from 'zod'

/**
 * An object of an answer with any names. Zod's records drop a member called `__proto__`.
 * @param member the JSON Schema of its values
 */
export function namedValues(member: z.core.JSONSchema.BaseSchema = {}): z.ZodUnknown {
  return z.unknown().meta({ type: 'object', additionalProperties: member })
}
