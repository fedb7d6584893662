import { defineCommand } from 'citty'
import { z } from 'zod'
import { factsOf, isProviderKind, PROVIDER_KIND_NAMES } from '../../providers/provider-kinds.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { fetchProviders, linesOf, lineOf, listedProvider, providerNamed } from '../client/provider-list.ts'
import { readSecret } from '../terminal/read-secret.ts'
import { print, printJson } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

const kept = z.object({ provider: listedProvider, message: z.string().optional() })
const removed = z.object({ message: z.string().optional() })
const health = z.object({
  reachable: z.boolean(),
  ms: z.number(),
  models: z.array(z.string()),
  message: z.string(),
})
const discovered = z.object({
  found: z.array(z.object({ kind: z.string(), base_url: z.string(), models: z.array(z.string()) })),
})

const which = {
  type: 'positional',
  required: true,
  description: 'Id, kind or name of the provider',
} as const

const status = defineClientCommand({
  name: 'status',
  description: 'Prints the providers in their order, and where their keys are stored',
  promptsForKey: true,
  run: async (client, { json }) => {
    const { providers, secret_store } = await fetchProviders(client)
    if (json) return printJson({ providers, secret_store })
    const none =
      'No provider is set up. Find one with toolgate providers discover, or add one with toolgate providers add.'
    const lines = providers.length > 0 ? linesOf(providers) : [none]
    print([...lines, '', secret_store.message].join('\n'))
  },
})

const add = defineClientCommand({
  name: 'add',
  description: 'Adds a provider; its key is typed at a prompt or piped in',
  promptsForKey: true,
  args: {
    kind: { type: 'positional', required: true, description: `One of ${PROVIDER_KIND_NAMES.join(', ')}` },
    name: { type: 'string', description: 'What to call it' },
    'base-url': { type: 'string', description: 'Its address, when it is not the usual one' },
    model: { type: 'string', description: 'The model to use (by default the usual or the first one)' },
    'with-key': { type: 'boolean', description: 'Ask for a key even though this kind needs none' },
  },
  run: async (client, { kind, name, 'base-url': base_url, model, 'with-key': withKey, json }) => {
    if (!isProviderKind(kind))
      throw new UsageError(
        `There is no provider kind ${kind}. Choose one of ${PROVIDER_KIND_NAMES.join(', ')}.`,
      )
    const facts = factsOf(kind)
    const needsKey = withKey === true || facts.needsKey
    const api_key = needsKey ? await readSecret(`Key of ${facts.name} (not shown): `) : undefined
    const answer = kept.parse(await client.post('/app/providers', { kind, name, base_url, model, api_key }))
    if (json) return printJson(answer)
    print([`Added ${lineOf(answer.provider)}`, ...(answer.message ? [answer.message] : [])].join('\n'))
  },
})

const remove = defineClientCommand({
  name: 'remove',
  description: 'Removes a provider and its key',
  promptsForKey: true,
  args: { which },
  run: async (client, { which: wanted, json }) => {
    const { id, name } = providerNamed((await fetchProviders(client)).providers, wanted)
    const { message } = removed.parse(await client.delete(`/app/providers/${id}`))
    if (json) printJson({ id })
    else print(message ?? `Removed ${name} and its key.`)
  },
})

const test = defineClientCommand({
  name: 'test',
  description:
    'Says whether providers answer, how fast and with which models; exit code 4 when one does not',
  promptsForKey: true,
  args: { which: { ...which, required: false } },
  run: async (client, { which: wanted, json }) => {
    const { providers } = await fetchProviders(client)
    const results = []
    for (const { id, name } of wanted === undefined ? providers : [providerNamed(providers, wanted)])
      results.push({ id, name, ...health.parse(await client.post(`/app/providers/${id}/test`)) })
    if (json) printJson(results)
    else
      print(
        results
          .map(({ reachable, ms, message }) => `${reachable ? 'ok' : 'FAILED'} ${ms} ms  ${message}`)
          .join('\n') || 'No provider is set up.',
      )
    return results.every(({ reachable }) => reachable) ? EXIT.done : EXIT.unreachable
  },
})

const discover = defineClientCommand({
  name: 'discover',
  description: 'Looks for Ollama, LM Studio and llama.cpp on this machine',
  promptsForKey: true,
  run: async (client, { json }) => {
    const { found } = discovered.parse(await client.post('/app/providers/discover'))
    if (json) return printJson(found)
    const lines = found.map(
      ({ kind, base_url, models }) =>
        `${kind} at ${base_url}: ${models.join(', ') || 'no model yet'}\n  toolgate providers add ${kind} --base-url ${base_url}`,
    )
    const none = 'No language-model server answers on the usual ports of this machine (11434, 1234, 8080).'
    print(lines.length > 0 ? lines.join('\n') : none)
  },
})

const order = defineClientCommand({
  name: 'order',
  description: 'Puts these providers first, in this order',
  promptsForKey: true,
  args: { which },
  takes: 'words',
  run: async (client, { _: wanted, json }) => {
    const { providers } = await fetchProviders(client)
    const first = wanted.map((one) => providerNamed(providers, one).id)
    const rest = providers.map(({ id }) => id).filter((id) => !first.includes(id))
    await client.put('/app/providers/order', { ids: [...first, ...rest] })
    const { providers: now } = await fetchProviders(client)
    if (json) printJson(now)
    else print(linesOf(now).join('\n'))
  },
})

/** `toolgate providers`: the language-model providers of a running gateway. */
export const providers = defineCommand({
  subCommands: { status, add, remove, test, discover, order },
})
