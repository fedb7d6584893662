import { z } from 'zod'
import { reportingFailure, requestAsOwner } from './owner-request.ts'

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

/** Prints the purchases that wait for the owner. @returns the exit code */
export async function listPurchases(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  json: boolean,
): Promise<number> {
  return await reportingFailure(async () => {
    const { purchases } = pending.parse(await requestAsOwner(dataDir, env, 'GET', '/app/purchases'))
    const lines = purchases.map(
      ({ purchase_id, credits, amount_usd, created_at, name, last4 }) =>
        `${purchase_id}  ${created_at}  ${credits} credits ($${amount_usd})  ${name ?? 'unknown'} …${last4 ?? ''}`,
    )
    const text = lines.length > 0 ? lines.join('\n') : 'No purchase waits for your approval.'
    process.stdout.write(`${json ? JSON.stringify(purchases) : text}\n`)
  })
}

/** Approves a purchase. @returns the exit code */
export async function approvePurchase(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  id: string,
): Promise<number> {
  return await reportingFailure(async () => {
    const answer = await requestAsOwner(dataDir, env, 'POST', pathOf(id, 'approve'))
    const { credits_added, balance } = approved.parse(answer)
    process.stdout.write(`${credits_added} credits were added; the key now holds ${balance}.\n`)
  })
}

/** Declines a purchase. @returns the exit code */
export async function declinePurchase(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  id: string,
): Promise<number> {
  return await reportingFailure(async () => {
    await requestAsOwner(dataDir, env, 'POST', pathOf(id, 'decline'))
    process.stdout.write(`${id} is declined; nothing was added.\n`)
  })
}

function pathOf(id: string, decision: 'approve' | 'decline'): string {
  return `/app/purchases/${encodeURIComponent(id)}/${decision}`
}
