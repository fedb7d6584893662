import { z } from 'zod'
import { MAX_SESSION_ID_CHARS } from '../../../src-shared/limits.ts'
import { defineTool } from '../define-tool.ts'
import { flawOfJson } from '../sound-json.ts'
import { InvalidInput } from '../tool-context.ts'
import { wellFormedText } from '../well-formed-text.ts'

const MAX_VALUE_BYTES = 1024 * 1024
const MAX_TTL_SECONDS = 10 * 366 * 24 * 3600

export default defineTool({
  slug: 'memory-set',
  title: 'Remember a value',
  summary: "Stores a JSON value under a key in the caller's own memory, for a time or for good.",
  category: 'Memory',
  tier: 'memory',
  credits: 0,
  sideEffects: true,
  related: ['memory-get', 'memory-search', 'memory-list', 'memory-delete'],

  input: z.strictObject({
    key: wellFormedText(200).min(1).describe('The name to find the value by'),
    value: z
      .unknown()
      .refine((value) => value !== undefined, 'Send a value; null is one')
      .describe('Any JSON value, up to 1 MiB; it replaces what the key held before'),
    namespace: wellFormedText(MAX_SESSION_ID_CHARS)
      .min(1)
      .default('default')
      .describe('Keeps keys of different work apart; a session_id is a namespace'),
    tags: z.array(wellFormedText(64).min(1)).max(32).default([]).describe('Words to find the value by'),
    ttl_seconds: z
      .int()
      .min(1)
      .max(MAX_TTL_SECONDS)
      .optional()
      .describe('Seconds until the value is forgotten; without it, it stays'),
  }),
  output: z.strictObject({
    namespace: z.string().describe('Where the value is'),
    key: z.string().describe('What it is called there'),
    tags: z.array(z.string()).describe('The tags it has'),
    created_at: z.iso.datetime().describe('When the key was first set'),
    updated_at: z.iso.datetime().describe('When this value was set'),
    expires_at: z.iso.datetime().nullable().describe('When it will be forgotten; null for never'),
  }),

  examples: [
    { title: 'A note', input: { key: 'greeting', value: 'Good morning' } },
    {
      title: 'An object, for an hour',
      input: {
        key: 'cart',
        value: { items: [{ sku: 'A-1', count: 2 }] },
        namespace: 'shop',
        ttl_seconds: 3600,
      },
    },
    { title: 'With tags', input: { key: 'todo-1', value: { done: false }, tags: ['todo', 'home'] } },
  ],

  handler: ({ key, value, namespace, tags, ttl_seconds }, ctx) => {
    const flaw = flawOfJson(value)
    if (flaw) throw new InvalidInput('value', `The value could not be given back as JSON: ${flaw}`)
    if (Buffer.byteLength(JSON.stringify(value)) > MAX_VALUE_BYTES)
      throw new InvalidInput('value', 'The value is longer than 1 MiB as JSON; store it in parts')
    const ttl = ttl_seconds === undefined ? {} : { ttlSeconds: ttl_seconds }
    const { created_at, updated_at, expires_at, ...record } = ctx.memory.set({
      namespace,
      key,
      value,
      tags: [...new Set(tags)],
      ...ttl,
    })
    return { namespace, key, tags: [...record.tags], created_at, updated_at, expires_at }
  },
})
