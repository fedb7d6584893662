import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { print, printJson, say, table } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { budgetSentence, modelBudget } from './model-budget.ts'
import { counted } from '../../../src-shared/counted.ts'

const balanceAnswer = z.looseObject({
  balance: z.number(),
  reserved: z.number(),
  low_balance: z.boolean(),
  model_budget: modelBudget,
})
const historyAnswer = z.looseObject({
  entries: z.array(
    z.looseObject({
      seq: z.number(),
      ts: z.string(),
      type: z.string(),
      slug: z.string().nullable(),
      credits: z.number(),
      balance_after: z.number(),
    }),
  ),
  next_cursor: z.number().optional(),
})
const purchaseAnswer = z.looseObject({ status: z.string(), balance: z.number(), purchase_id: z.string() })

/** `toolgate balance`: what the key holds. */
export const balance = defineClientCommand({
  run: async (client, { json }) => {
    const answer = await client.get('/v1/credits/balance')
    if (json) return printJson(answer)
    const { balance, reserved, low_balance, model_budget } = balanceAnswer.parse(answer)
    print(
      `${counted(balance, 'credit')}${reserved > 0 ? `, ${reserved} of them held for running calls` : ''}`,
    )
    print(budgetSentence(model_budget))
    if (low_balance) say('The balance is low. toolgate buy 1000 adds credits.')
  },
})

/** `toolgate history`: the newest entries of the key's ledger. */
export const history = defineClientCommand({
  args: {
    limit: { type: 'string', default: '20', description: 'How many' },
    cursor: { type: 'string', description: 'The cursor that the previous page ended with' },
  },
  run: async (client, { limit, cursor, json }) => {
    const query = new URLSearchParams({ limit, ...(cursor === undefined ? {} : { cursor }) })
    const answer = await client.get(`/v1/credits/history?${query.toString()}`)
    if (json) return printJson(answer)
    const { entries, next_cursor } = historyAnswer.parse(answer)
    const rows = entries.map((e) => [e.seq, e.ts, e.type, e.slug ?? '', e.credits, e.balance_after])
    print(table(['seq', 'when', 'type', 'tool', 'credits', 'balance'], rows))
    if (next_cursor !== undefined) say(`Older entries: toolgate history --cursor ${next_cursor}`)
  },
})

/** `toolgate buy`: adds credits. */
export const buy = defineClientCommand({
  args: { credits: { type: 'positional', required: true, description: 'How many, at least 1000' } },
  run: async (client, { credits, json }) => {
    const wanted = Number(credits.replaceAll(/[_,]/g, ''))
    if (!Number.isInteger(wanted)) throw new UsageError(`buy takes a number of credits, not ${credits}.`)
    const answer = await client.post('/v1/credits/buy', { credits: wanted })
    if (json) return printJson(answer)
    const { status, balance, purchase_id } = purchaseAnswer.parse(answer)
    if (status === 'completed') print(`Bought. The balance is ${counted(balance, 'credit')}.`)
    else print(`Purchase ${purchase_id} waits for the owner: toolgate purchases approve ${purchase_id}`)
    return EXIT.done
  },
})
