import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import { print, printJson } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

const part = z.object({ used: z.number(), limit: z.number().nullable() })

/** A budget as the gateway answers with it. */
export const modelBudget = z.object({ questions: part, tokens: part })

const budgetAnswer = z.looseObject({ model_budget: modelBudget })

/** A part of a budget in a table, such as `12/2,000`. */
export function usedOf({ used, limit }: z.infer<typeof part>): string {
  return limit === null ? figure(used) : `${figure(used)}/${figure(limit)}`
}

/** A budget in a sentence. */
export function budgetSentence({ questions, tokens }: z.infer<typeof modelBudget>): string {
  return `Language models today: ${partWords(questions)} questions, ${partWords(tokens)} tokens.`
}

function partWords({ used, limit }: z.infer<typeof part>): string {
  return limit === null ? figure(used) : `${figure(used)} of ${figure(limit)}`
}

function figure(value: number): string {
  return value.toLocaleString('en')
}

/** `toolgate keys budget`: sets what a key may ask of language models in a day. */
export const budget = defineClientCommand({
  name: 'budget',
  description: 'Sets how much a key may ask language models in a day (UTC)',
  args: {
    id: { type: 'positional', required: true, description: 'The id of the key' },
    questions: { type: 'string', description: 'Questions a day, or default' },
    tokens: { type: 'string', description: 'Tokens a day, read and written, or default' },
  },
  run: async (client, { id, questions, tokens, json }) => {
    const wanted = { ...limitOf('questions', questions), ...limitOf('tokens', tokens) }
    if (Object.keys(wanted).length === 0) throw new UsageError('Send --questions, --tokens or both.')
    const answer = await client.post('/v1/enterprise/model-budgets', { key_id: id, ...wanted })
    if (json) printJson(answer)
    else print(budgetSentence(budgetAnswer.parse(answer).model_budget))
  },
})

/**
 * A limit as the gateway takes it.
 * @throws UsageError for anything but a number and `default`
 */
export function limitOf(name: 'questions' | 'tokens', text: string | undefined): object {
  if (text === undefined) return {}
  if (text === 'default') return { [name]: null }
  const value = Number(text.replaceAll(/[_,]/g, ''))
  if (text.trim() === '' || Number.isNaN(value))
    throw new UsageError(`--${name} takes a number or default, not ${text}.`)
  return { [name]: value }
}
