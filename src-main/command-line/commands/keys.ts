import { resolve } from 'node:path'
import { defineCommand } from 'citty'
import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import { print, printJson, say, table } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { numbered, SCOPE_ARGS, scopesOf } from '../client/key-scopes.ts'
import { budget, limitOf, modelBudget, usedOf } from './model-budget.ts'
import { RULE_ARGS, rules, rulesIn } from '../rules/key-rules.ts'
import { counted } from '../../../src-shared/counted.ts'

const keyRow = z.looseObject({
  key_id: z.string(),
  name: z.string(),
  kind: z.string(),
  last4: z.string(),
  status: z.string(),
  balance: z.number(),
  rate_limit: z.object({ limit: z.number(), window_seconds: z.number() }),
  model_budget: modelBudget,
})
const keyList = z.looseObject({ keys: z.array(keyRow) })
const newKey = z.looseObject({ key: z.string(), key_id: z.string() })

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the keys of this gateway',
  run: async (client, { json }) => {
    const answer = await client.get('/v1/enterprise/keys?limit=100')
    if (json) return printJson(answer)
    const rows = keyList
      .parse(answer)
      .keys.map((k) => [
        k.key_id,
        k.name,
        k.kind,
        `…${k.last4}`,
        k.status,
        k.balance,
        `${k.rate_limit.limit}/${k.rate_limit.window_seconds}s`,
        usedOf(k.model_budget.questions),
        usedOf(k.model_budget.tokens),
      ])
    print(table(['id', 'name', 'kind', 'key', 'status', 'credits', 'rate', 'questions', 'tokens'], rows))
  },
})

const create = defineClientCommand({
  name: 'create',
  description: 'Makes a team key; it is shown once',
  args: {
    name: { type: 'positional', required: true, description: 'What it is for' },
    ...SCOPE_ARGS,
    'rate-limit': { type: 'string', description: 'Requests a minute' },
    questions: { type: 'string', description: 'Questions to language models a day' },
    tokens: { type: 'string', description: 'Tokens of language models a day' },
    'expires-at': { type: 'string', description: 'A time such as 2027-01-01T00:00:00Z' },
    ...RULE_ARGS,
  },
  run: async (client, args) => {
    const model_budget = { ...limitOf('questions', args.questions), ...limitOf('tokens', args.tokens) }
    const laid = rulesIn(args)
    const answer = await client.post('/v1/enterprise/keys', {
      name: args.name,
      ...(Object.keys(laid).length > 0 ? { rules: laid } : {}),
      ...scopesOf(args),
      ...numbered('rate_limit', args['rate-limit']),
      ...(Object.keys(model_budget).length > 0 ? { model_budget } : {}),
      ...(args['expires-at'] === undefined ? {} : { expires_at: args['expires-at'] }),
    })
    if (args.json) return printJson(answer)
    const { key, key_id } = newKey.parse(answer)
    print(key)
    say(`The key is shown only this once. Its id is ${key_id}.`)
  },
})

const revoke = defineClientCommand({
  name: 'revoke',
  description: 'Revokes a key at once and permanently',
  args: { id: { type: 'positional', required: true, description: 'The id of the key' } },
  run: async (client, { id, json }) => {
    const answer = await client.delete(`/v1/enterprise/keys/${encodeURIComponent(id)}`)
    if (json) printJson(answer)
    else print(`${id} is revoked.`)
  },
})

const confirm = defineClientCommand({
  name: 'confirm',
  description: 'Lets keys that a restore suspended work again: one by its id, or all with --all',
  args: {
    id: { type: 'positional', required: false, description: 'The id of the key' },
    all: { type: 'boolean', description: 'Every suspended key' },
  },
  run: async (client, { id, all, json }) => {
    if ((id === undefined) === (all !== true))
      throw new UsageError('Name one key, or use --all: toolgate keys confirm (ID | --all).')
    const answer = await client.post('/app/keys/confirm', id === undefined ? { all: true } : { key_id: id })
    if (json) return printJson(answer)
    const { keys } = keyList.parse(answer)
    print(`${counted(keys.length, 'key works', 'keys work')} again.`)
  },
})

const adopt = defineClientCommand({
  name: 'adopt',
  description: "Makes a key the owner's own, so that it no longer ends with the key that made it",
  args: { id: { type: 'positional', required: true, description: 'The id of the key' } },
  run: async (client, { id, json }) => {
    const answer = await client.post('/app/keys/adopt', { key_id: id })
    if (json) printJson(answer)
    else print(`${id} is the owner's own now.`)
  },
})

const pause = defineClientCommand({
  name: 'pause',
  description: 'Lets no call of a key in until it is resumed, nor of the keys that it made',
  args: { id: { type: 'positional', required: true, description: 'The id of the key' } },
  run: async (client, { id, json }) => {
    const answer = await client.post('/v1/enterprise/key-rules', { key_id: id, paused: true })
    if (json) printJson(answer)
    else print(`${id} is paused. \`toolgate keys resume ${id}\` lets its calls in again.`)
  },
})

const resume = defineClientCommand({
  name: 'resume',
  description: 'Lets the calls of a paused key in again',
  args: { id: { type: 'positional', required: true, description: 'The id of the key' } },
  run: async (client, { id, json }) => {
    const answer = await client.post('/v1/enterprise/key-rules', { key_id: id, paused: null })
    if (json) printJson(answer)
    else print(`The calls of ${id} are let in again.`)
  },
})

const folders = defineClientCommand({
  name: 'folders',
  description:
    'Sets below which folders of the machine of the gateway a key may read files: all that are named',
  args: {
    id: { type: 'positional', required: true, description: 'The id of the key' },
    allow: { type: 'string', description: 'Folders, separated by commas' },
    none: { type: 'boolean', description: 'No folder' },
  },
  run: async (client, { id, allow, none, json }) => {
    if ((allow === undefined) === (none !== true))
      throw new UsageError(
        'Name folders, or use --none: toolgate keys folders ID (--allow DIR,DIR | --none).',
      )
    const named = (allow ?? '').split(',').filter((folder) => folder !== '')
    const answer = await client.post('/v1/enterprise/folders', {
      key_id: id,
      // Relative to where the command runs, which the gateway does not know.
      folders: named.map((folder) => resolve(folder)),
    })
    if (json) return printJson(answer)
    const set = z.looseObject({ folders: z.array(z.string()) }).parse(answer).folders
    print(set.length === 0 ? `${id} may read no folder.` : `${id} may read ${set.join(', ')}.`)
  },
})

/** `toolgate keys`: the keys of the gateway. */
export const keys = defineCommand({
  subCommands: { list, create, revoke, pause, resume, confirm, adopt, budget, rules, folders },
})

/** `toolgate limits`: sets the rate limit of a key. */
export const limits = defineClientCommand({
  args: {
    id: { type: 'positional', required: true, description: 'The id of the key' },
    limit: { type: 'positional', required: true, description: 'How many requests' },
    window: { type: 'string', default: '60', description: 'In how many seconds' },
  },
  run: async (client, { id, limit, window, json }) => {
    const answer = await client.post('/v1/enterprise/rate-limits', {
      key_id: id,
      ...numbered('limit', limit),
      ...numbered('window_seconds', window),
    })
    if (json) printJson(answer)
    else
      print(`${id} may send ${counted(Number(limit), 'request')} in ${counted(Number(window), 'second')}.`)
  },
})
