import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { checkStorable, KV_NAMESPACE, keyField, ttlField, valueField } from '../lib/memory-fields.ts'

export default defineTool({
  slug: 'kv-set',
  title: 'Store a value',
  summary:
    "Stores a JSON value under a key in the caller's own key-value store, for a time or permanently.",
  searchWords: [
    'save a setting',
    'put',
    'write a value',
    'persist',
    'key-value save',
    'cache something',
    'keep for later',
    'preference',
    'config',
    'with ttl',
    'expire',
    'save a preference',
    'redis',
    'save state',
    'between chats',
    'keep a result',
    'session state',
    'remember a flag',
    'save a value',
    'value under a name',
    'set a key',
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 1,
  sideEffects: true,
  related: ['kv-get', 'kv-list', 'memory-set'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    key: keyField().describe('The name to find the value by'),
    value: valueField().describe('Any JSON value, up to 1 MiB; it replaces what the key held before'),
    ttl_seconds: ttlField()
      .optional()
      .describe('Seconds until the value expires; without it, the value is kept'),
  }),
  output: z.strictObject({
    key: z.string().describe('The key it is stored under'),
    created_at: z.iso.datetime().describe('When the key was first set'),
    updated_at: z.iso.datetime().describe('When this value was set'),
    expires_at: z.iso.datetime().nullable().describe('When it expires; null for never'),
  }),

  examples: [
    { title: 'A setting', input: { key: 'theme', value: 'dark' } },
    {
      title: 'An object, for a day',
      input: { key: 'user:1', value: { name: 'Ann' }, ttl_seconds: 86_400 },
    },
    { title: 'A list', input: { key: 'seen', value: [1, 2, 3] } },
  ],

  handler: async ({ key, value, ttl_seconds }, ctx) => {
    checkStorable(value)
    const ttl = ttl_seconds === undefined ? {} : { ttlSeconds: ttl_seconds }
    const record = await ctx.memory.set({ namespace: KV_NAMESPACE, key, value, ...ttl })
    const { created_at, updated_at, expires_at } = record
    return { key, created_at, updated_at, expires_at }
  },
})
