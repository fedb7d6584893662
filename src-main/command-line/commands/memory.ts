import { defineCommand } from 'citty'
import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { readEnvelope } from '../tool/show-answer.ts'
import { print, printJson, say, table } from '../terminal/terminal.ts'
import { jsonOrText } from '../tool/tool-flags.ts'

const namespace = { type: 'string', description: 'The namespace (default)' } as const
const key = { type: 'positional', required: true, description: 'The key of the entry' } as const
const entries = z.looseObject({
  entries: z.array(
    z.looseObject({
      namespace: z.string(),
      key: z.string(),
      updated_at: z.string(),
      excerpt: z.string().optional(),
    }),
  ),
})

/** Calls a memory tool, which costs nothing. */
async function use(client: GatewayClient, slug: string, fields: object): Promise<Record<string, unknown>> {
  return readEnvelope(await client.post(`/v1/${slug}`, fields)).data
}

function within(name: string | undefined): object {
  return name === undefined ? {} : { namespace: name }
}

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the entries',
  args: {
    namespace: { type: 'string', description: 'Only the entries of a namespace' },
    prefix: { type: 'string', description: 'Only the entries whose keys begin with this' },
  },
  run: async (client, { namespace: name, prefix, json }) => {
    const data = await use(client, 'memory-list', {
      ...within(name),
      ...(prefix === undefined ? {} : { prefix }),
    })
    if (json) return printJson(data)
    const rows = entries.parse(data).entries.map((e) => [e.namespace, e.key, e.updated_at])
    print(table(['namespace', 'key', 'updated'], rows))
  },
})

const search = defineClientCommand({
  name: 'search',
  description: 'Finds entries by their words',
  args: { query: { type: 'positional', required: true, description: 'The words' }, namespace },
  takes: 'words',
  run: async (client, { _: words, namespace: name, json }) => {
    const data = await use(client, 'memory-search', { query: words.join(' '), ...within(name) })
    if (json) return printJson(data)
    const rows = entries.parse(data).entries.map((e) => [e.namespace, e.key, e.excerpt ?? ''])
    print(table(['namespace', 'key', 'where'], rows))
  },
})

const get = defineClientCommand({
  name: 'get',
  description: 'Prints the value of an entry',
  args: { entry: key, namespace },
  run: async (client, { entry, namespace: name, json }) => {
    const data = await use(client, 'memory-get', { key: entry, ...within(name) })
    if (json) printJson(data)
    else if (data.found === false) say(`There is no entry ${entry}.`)
    else print(typeof data.value === 'string' ? data.value : JSON.stringify(data.value, null, 2))
    return data.found === false ? EXIT.notFound : EXIT.done
  },
})

const set = defineClientCommand({
  name: 'set',
  description: 'Stores a value: as JSON when it is JSON, else as text',
  args: {
    entry: key,
    value: { type: 'positional', required: true, description: 'The value' },
    namespace,
    tags: { type: 'string', description: 'Tags, separated by commas' },
    ttl: { type: 'string', description: 'Seconds until it expires' },
  },
  run: async (client, { entry, value, namespace: name, tags, ttl, json }) => {
    const data = await use(client, 'memory-set', {
      key: entry,
      value: jsonOrText(value),
      ...within(name),
      ...(tags === undefined ? {} : { tags: tags.split(',').map((tag) => tag.trim()) }),
      ...(ttl === undefined ? {} : { ttl_seconds: Number(ttl) }),
    })
    if (json) printJson(data)
  },
})

const remove = defineClientCommand({
  name: 'delete',
  description: 'Deletes an entry',
  args: { entry: key, namespace },
  run: async (client, { entry, namespace: name, json }) => {
    const data = await use(client, 'memory-delete', { key: entry, ...within(name) })
    if (json) printJson(data)
    return data.deleted === false ? EXIT.notFound : EXIT.done
  },
})

/** `toolgate memory`: the key's session memory. */
export const memory = defineCommand({ subCommands: { list, search, get, set, delete: remove } })
