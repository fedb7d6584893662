import { z } from 'zod'
import type { ModelAnswer } from '../../../tool-kit/tool-context.ts'

/**
 * The output fields of every tool that asks a language model: which model answered, and the tokens
 * it used.
 */
export const MODEL_FIELDS = {
  model: z.string().describe('The model that wrote it'),
  provider: z.string().describe('The provider that ran the model'),
  tokens_used: z.int().min(0).describe('Tokens read and written, summed over all requests'),
  tokens_estimated: z
    .boolean()
    .describe('True if the provider did not report the tokens and they were counted here'),
}

/** The values of those fields. */
export type ModelUse = z.infer<z.ZodObject<typeof MODEL_FIELDS>>

/** The values for several answers: the provider and model of the last one, and the total tokens. */
export function useOf(answers: readonly [...ModelAnswer[], ModelAnswer]): ModelUse {
  const { model, provider } = answers[answers.length - 1]!
  return {
    model,
    provider,
    tokens_used: answers.reduce((sum, { tokens }) => sum + tokens, 0),
    tokens_estimated: answers.some(({ tokensEstimated }) => tokensEstimated),
  }
}
