import { z } from 'zod'
import { namedValues } from './named-values.ts'

/** Fields shared by the tools that send a request. */
export const urlField = z
  .string()
  .min(1)
  .max(8_192)
  .describe('http or https URL at a public address, or at an origin that the owner has allowed')

export const requestHeaders = namedValues(z.string().min(1).max(256), z.string().max(8_192))
  .refine((headers) => Object.keys(headers).length <= 64, 'At most 64 headers can be sent; leave some out')
  .default({})
  .describe(
    'Headers to add, at most 64 and 16 KiB; Host, Content-Length and other connection ' +
      'headers are ignored',
  )

export const redirectsField = z
  .int()
  .min(0)
  .max(10)
  .default(5)
  .describe('How many redirects to follow, each checked like the first URL; 0 returns the redirect itself')

/** Fields of responses. */
export const answerHeaders = namedValues(z.string(), z.string()).describe(
  'Headers of the answer, names in lower case',
)

export const redirectHops = z
  .array(
    z
      .strictObject({ url: z.string().describe('Its URL'), status: z.int().describe('Its status') })
      .describe('A redirect'),
  )
  .describe('Redirects that were followed, in order')

export const durationField = z.int().min(0).describe('Duration in milliseconds')
