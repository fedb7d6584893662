import { z } from 'zod'
import { MAX_MODEL_QUESTIONS, MAX_MODEL_TOKENS } from '../../../src-shared/settings.ts'

const part = z.object({
  used: z.int().min(0).describe('Used today, by failed calls too'),
  limit: z.int().min(1).nullable().describe('The most in a day; null for no limit'),
  own: z.boolean().describe('Whether the limit was set for this key; otherwise it is the default'),
})

/** A budget as the gateway answers with it. */
export const modelBudget = z
  .object({
    questions: part.describe('Questions to language-model providers'),
    tokens: part.describe('Tokens of language models, read and written'),
    resets_at: z.iso.datetime().describe('When the next day begins, at 00:00 UTC'),
  })
  .describe('What the key may ask of language models in a day, beside its credits')

/** The limits that can be set for a key. */
export const budgetFields = {
  questions: z
    .int()
    .min(1)
    .max(MAX_MODEL_QUESTIONS)
    .nullish()
    .describe('Questions to language models in a day; null for the default'),
  tokens: z
    .int()
    .min(1)
    .max(MAX_MODEL_TOKENS)
    .nullish()
    .describe('Tokens of language models in a day, read and written; null for the default'),
}
