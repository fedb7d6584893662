import { z } from 'zod'

/**
 * An object with any names, as `z.record` has it, which also keeps a member called `__proto__`: Zod's records drop it.
 * @param name the schema of a name
 * @param value the schema of a value; it may judge values, and not change them
 */
export function namedValues<T>(
  name: z.ZodType<string, string>,
  value: z.ZodType<T>,
): z.ZodType<Record<string, T>, Record<string, T>> {
  const others = z.record(name, value)
  const { $schema: _, ...description } = z.toJSONSchema(others, { io: 'input' })
  const whole = z
    .unknown()
    .superRefine((input, ctx) => {
      // What is wrong with the shape ends the checks that follow.
      const refuse = (issues: readonly z.core.$ZodIssue[], path: PropertyKey[]): void => {
        for (const issue of issues)
          // An issue that is done has all that one needs on its way.
          ctx.issues.push({
            ...issue,
            path: [...path, ...issue.path],
            input,
            continue: false,
          } as z.core.$ZodRawIssue)
      }
      refuse(others.safeParse(input).error?.issues ?? [], [])
      // What is not an object has been refused, and has no such member.
      const members = Object(input) as Record<string, unknown>
      if (!Object.hasOwn(members, '__proto__')) return
      refuse(name.safeParse('__proto__').error?.issues ?? [], ['__proto__'])
      refuse(value.safeParse(members['__proto__']).error?.issues ?? [], ['__proto__'])
    })
    .meta(description as Record<string, unknown>)
  // Only what the two schemas accept passes, and it passes unchanged.
  return whole as unknown as z.ZodType<Record<string, T>, Record<string, T>>
}
