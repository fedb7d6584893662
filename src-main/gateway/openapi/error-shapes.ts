import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode, type ErrorDetails } from '../../../src-shared/errors.ts'

const details = {
  need: z.int().optional().describe('Credits needed'),
  have: z.int().optional().describe('Credits held'),
  demo_key: z.string().optional().describe('The shared demo key'),
  signup: z.string().optional().describe('How to get a key of your own'),
  hint: z.string().optional().describe('What the input should look like'),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Each fault of the input, and what to do about it'),
  missing_fields: z.array(z.string()).optional().describe('Required fields that were not sent'),
  nearest: z.array(z.string()).optional().describe('Slugs that come close to the one asked for'),
  timed_out: z.boolean().optional().describe('The tool was stopped at its time limit'),
  retry_after: z.int().optional().describe('Seconds to wait'),
  limit: z.int().optional().describe('The limit that was passed'),
} satisfies Record<keyof ErrorDetails, z.ZodType>

/** Every error code, in the order of the table. Object.keys forgets which keys there are. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

const errorCode = z.enum(ERROR_CODES).describe('What went wrong, for programs')

export const errorObject = z.object({
  code: errorCode,
  message: z.string().describe('What went wrong and what to do, for people'),
  ...details,
})

export const errorBody = z.object({ ok: z.literal(false), error: errorObject })
