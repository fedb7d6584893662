import { defineCommand } from 'citty'
import { z } from 'zod'
import { counted } from '../../../src-shared/counted.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { readSecret } from '../terminal/read-secret.ts'
import { print, printJson } from '../terminal/terminal.ts'
import { numbered } from '../client/key-scopes.ts'

const link = z.object({
  url: z.string(),
  name: z.string(),
  state: z.string(),
  lease_credits: z.number(),
  left: z.number(),
  unsent_charges: z.number(),
  unsent_credits: z.number(),
  trouble: z.string().nullable(),
  contact_at: z.string().nullable(),
})
const answer = z.object({
  hub: link.nullable(),
  ending: z.array(link),
  message: z.string().optional(),
})

const connect = defineClientCommand({
  name: 'connect',
  description: 'Spends the credits of a hub from now on; a key of the hub is typed at a prompt or piped in',
  promptsForKey: true,
  args: {
    hub: { type: 'positional', required: true, description: 'The address of the hub' },
    name: {
      type: 'string',
      description: "What the hub's owner sees (by default the name of this machine)",
    },
    'lease-credits': { type: 'string', description: 'The most credits to hold at once, 1,000 by default' },
  },
  run: async (client, { hub: url, name, 'lease-credits': credits, json }) => {
    const key = await readSecret('Key of the hub (not shown): ')
    const sent = { url, key, name, ...numbered('lease_credits', credits) }
    show(await client.put('/app/hub', sent), json)
  },
})

const status = defineClientCommand({
  name: 'status',
  description: 'Shows the hub, what is left of its leases, and what it has not got yet',
  promptsForKey: true,
  run: async (client, { json }) => show(await client.get('/app/hub'), json),
})

const contact = defineClientCommand({
  name: 'contact',
  description: 'Speaks with the hub now, instead of at the next time',
  promptsForKey: true,
  run: async (client, { json }) => show(await client.post('/app/hub/contact'), json),
})

const disconnect = defineClientCommand({
  name: 'disconnect',
  description: "Spends the gateway's own credits again; the hub still gets every charge, and what is left",
  promptsForKey: true,
  run: async (client, { json }) => show(await client.delete('/app/hub'), json),
})

/** `toolgate hub`: the hub whose credits this gateway spends. */
export const hub = defineCommand({ subCommands: { connect, status, contact, disconnect } })

function show(body: unknown, json: boolean | undefined): void {
  if (json) return printJson(body)
  const { hub: active, ending, message } = answer.parse(body)
  const lines = active
    ? [
        `${active.name} spends the credits of ${active.url}.`,
        `${counted(active.left, 'credit')} of at most ${active.lease_credits} can be spent while it is away.`,
        unsentOf(active),
        heardOf(active),
      ]
    : ['This gateway spends its own credits. Connect it with toolgate hub connect URL.']
  const ends = ending.map((one) =>
    [`${one.url} is being left.`, unsentOf(one), ...(one.trouble === null ? [] : [one.trouble])].join(' '),
  )
  print([...lines, ...ends, ...(message === undefined ? [] : [message])].join('\n'))
}

function unsentOf({ unsent_charges, unsent_credits }: z.output<typeof link>): string {
  if (unsent_charges === 0) return 'The hub has every charge.'
  return `${counted(unsent_charges, 'charge')} of ${counted(unsent_credits, 'credit')} in all still to be sent.`
}

function heardOf({ trouble, contact_at }: z.output<typeof link>): string {
  const heard = contact_at === null ? 'It has not answered yet.' : `It last answered at ${contact_at}.`
  return trouble === null ? heard : `${trouble} ${heard}`
}
