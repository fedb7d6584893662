import { z } from 'zod'
import {
  ERROR_STATUS,
  type ErrorCode,
  type ErrorDetails,
  type StepOfCall,
} from '../../../src-shared/errors.ts'

const details = {
  need: z.int().optional().describe('Credits needed'),
  have: z.int().optional().describe('Credits held'),
  demo_key: z.string().optional().describe('The shared demo key'),
  signup: z.string().optional().describe('How to get your own key'),
  hint: z.string().optional().describe('What the input should look like'),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Each problem of the input, and how to fix it'),
  missing_fields: z.array(z.string()).optional().describe('Required fields that were not sent'),
  nearest: z.array(z.string()).optional().describe('Existing slugs that are similar'),
  timed_out: z.boolean().optional().describe('The tool was stopped at its time limit'),
  credits_used: z.int().optional().describe('What the call was charged although it gave no answer'),
  retry_after: z.int().optional().describe('Seconds to wait'),
  tool: z.string().optional().describe('The tool whose limit was reached'),
  outcome: z
    .enum(['not_sent', 'failed', 'unknown'])
    .optional()
    .describe('Whether a call of a tool of a source was sent, has failed there, or may have acted'),
  steps: z
    .array(
      z.object({
        id: z.string(),
        tool: z.string().describe('The slug of its tool'),
        state: z.enum(['done', 'failed', 'not_run']),
        may_have_acted: z.boolean().describe('Whether it may have changed something'),
      } satisfies Record<keyof StepOfCall, z.ZodType>),
    )
    .optional()
    .describe('How far the call of a recipe came'),
  limit: z.int().optional().describe('The limit that was exceeded'),
} satisfies Record<keyof ErrorDetails, z.ZodType>

/** Every error code, in the order of the table. Object.keys loses the types of the keys. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

const errorCode = z.enum(ERROR_CODES).describe('The error as a code, for programs')

export const errorObject = z.object({
  code: errorCode,
  message: z.string().describe('The error and what to do, for people'),
  ...details,
})

export const errorBody = z.object({ ok: z.literal(false), error: errorObject })
