import { defineCommand } from 'citty'
import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { print, printJson, say, table } from '../terminal/terminal.ts'

const waiting = z.looseObject({
  approval_id: z.string(),
  key_name: z.string(),
  last4: z.string(),
  slug: z.string(),
  credits: z.number(),
  input: z.string(),
  ends_at: z.string(),
})
const list = z.looseObject({ approvals: z.array(waiting) })
const decided = z.looseObject({ approval: waiting })

const PATH = '/v1/enterprise/approvals'

const show = defineClientCommand({
  name: 'list',
  description: 'Lists the calls that wait for your approval; --input shows what they send',
  args: { input: { type: 'boolean', description: 'Show the input of each call' } },
  run: async (client, { input, json }) => {
    const answer = await client.get(PATH)
    if (json) return printJson(answer)
    const { approvals } = list.parse(answer)
    if (approvals.length === 0) return say('No call waits for approval.')
    const rows = approvals.map((call) => [
      call.approval_id,
      `${call.key_name} …${call.last4}`,
      call.slug,
      call.credits,
      call.ends_at,
    ])
    print(table(['id', 'key', 'tool', 'credits', 'waits until'], rows))
    if (input) for (const call of approvals) print(`\n${call.approval_id}\n${call.input}`)
  },
})

const id = {
  type: 'positional',
  required: true,
  description: 'The id of the waiting call',
} as const

const approve = defineClientCommand({
  name: 'approve',
  description: 'Lets a waiting call run',
  args: { id },
  run: (client, { id: waits, json }) => decide(client, waits, 'approve', json),
})

const refuse = defineClientCommand({
  name: 'refuse',
  description: 'Refuses a waiting call; it does not run and costs nothing',
  args: { id },
  run: (client, { id: waits, json }) => decide(client, waits, 'refuse', json),
})

async function decide(
  client: GatewayClient,
  waits: string,
  decision: 'approve' | 'refuse',
  json: boolean | undefined,
): Promise<void> {
  const answer = await client.post(`${PATH}/${encodeURIComponent(waits)}`, { decision })
  if (json) return printJson(answer)
  const { approval } = decided.parse(answer)
  print(`${approval.slug} of ${approval.key_name} is ${decision === 'approve' ? 'approved' : 'refused'}.`)
}

/** `toolgate approvals`: the calls that wait for the owner. */
export const approvals = defineCommand({ subCommands: { list: show, approve, refuse } })
