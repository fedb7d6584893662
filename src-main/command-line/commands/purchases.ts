import { defineCommand } from 'citty'
import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import { print, printJson } from '../terminal/terminal.ts'
import { counted } from '../../../src-shared/counted.ts'

const pending = z.object({
  purchases: z.array(
    z.object({
      purchase_id: z.string(),
      credits: z.number(),
      amount_usd: z.string(),
      created_at: z.string(),
      name: z.string().nullable(),
      last4: z.string().nullable(),
    }),
  ),
})
const approved = z.object({ credits_added: z.number(), balance: z.number() })

const purchaseId = { type: 'positional', required: true, description: 'The id of the purchase' } as const

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the purchases that wait for approval',
  run: async (client, { json }) => {
    const { purchases } = pending.parse(await client.get('/app/purchases'))
    if (json) return printJson(purchases)
    const lines = purchases.map(
      ({ purchase_id, credits, amount_usd, created_at, name, last4 }) =>
        `${purchase_id}  ${created_at}  ${counted(credits, 'credit')} ($${amount_usd})  ${name ?? 'unknown'} …${last4 ?? ''}`,
    )
    print(lines.length > 0 ? lines.join('\n') : 'No purchase waits for your approval.')
  },
})

const approve = defineClientCommand({
  name: 'approve',
  description: 'Approves a purchase',
  args: { id: purchaseId },
  run: async (client, { id, json }) => {
    const answer = await client.post(pathOf(id, 'approve'))
    if (json) return printJson(answer)
    const { credits_added, balance } = approved.parse(answer)
    print(`Added ${counted(credits_added, 'credit')}; the key now holds ${balance}.`)
  },
})

const decline = defineClientCommand({
  name: 'decline',
  description: 'Declines a purchase',
  args: { id: purchaseId },
  run: async (client, { id, json }) => {
    const answer = await client.post(pathOf(id, 'decline'))
    if (json) printJson(answer)
    else print(`${id} is declined; nothing was added.`)
  },
})

/** `toolgate purchases`: what waits for the owner's approval. */
export const purchases = defineCommand({ subCommands: { list, approve, decline } })

function pathOf(id: string, decision: 'approve' | 'decline'): string {
  return `/app/purchases/${encodeURIComponent(id)}/${decision}`
}
