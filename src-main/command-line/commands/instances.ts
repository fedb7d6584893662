import { defineCommand } from 'citty'
import { z } from 'zod'
import { counted } from '../../../src-shared/counted.ts'
import { defineClientCommand } from '../client/client-command.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { print, printJson, table } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

const holders = z.object({
  instances: z.array(
    z.object({
      instance: z.string(),
      name: z.string(),
      key_id: z.string(),
      status: z.string(),
      left: z.number(),
      spent: z.number(),
      late_credits: z.number(),
      seen_at: z.string(),
    }),
  ),
})
const ended = z.object({ freed: z.number() })

type Holder = z.output<typeof holders>['instances'][number]

const PATH = '/v1/enterprise/instances'

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the gateways that hold, or held, credits of keys here',
  run: async (client, { json }) => {
    const answer = await client.get(PATH)
    if (json) return printJson(answer)
    const rows = holders
      .parse(answer)
      .instances.map((one) => [
        one.instance,
        one.name,
        one.key_id,
        one.status,
        one.left,
        one.spent,
        one.late_credits,
        one.seen_at,
      ])
    const heads = ['id', 'name', 'key', 'status', 'holds', 'spent', 'late', 'last heard of']
    print(rows.length > 0 ? table(heads, rows) : 'No gateway holds credits of keys here.')
  },
})

const forget = defineClientCommand({
  name: 'forget',
  description:
    'Ends the leases of a gateway that does not come back, so that what is left can be spent here',
  args: { name: { type: 'positional', required: true, description: 'The name or id of the gateway' } },
  run: async (client, { name, json }) => {
    const { instance, name: known } = await namedHolder(client, name)
    const answer = await client.delete(`${PATH}/${instance}`)
    if (json) return printJson(answer)
    const { freed } = ended.parse(answer)
    print(
      `${known} is forgotten; ${counted(freed, 'credit')} can be spent here again. ` +
        'What it has spent since it was last heard of is charged to nobody.',
    )
  },
})

/** `toolgate instances`: the gateways that spend credits of keys here. */
export const instances = defineCommand({ subCommands: { list, forget } })

async function namedHolder(client: GatewayClient, name: string): Promise<Holder> {
  const all = holders.parse(await client.get(PATH)).instances
  const byId = all.find(({ instance }) => instance === name)
  const byName = all.filter((one) => one.name === name && one.status === 'active')
  const found = byId ?? (byName.length === 1 ? byName[0] : undefined)
  if (found) return found
  throw new UsageError(
    byName.length > 1
      ? `${byName.length} gateways are called ${name}. Name one by its id: toolgate instances list.`
      : `No gateway ${name} holds credits here. toolgate instances list shows them.`,
  )
}
