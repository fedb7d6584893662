import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { KV_NAMESPACE, keyField } from '../lib/memory-fields.ts'

export default defineTool({
  slug: 'kv-get',
  title: 'Read a stored value',
  summary: "Reads a value from the caller's own key-value store.",
  searchWords: [
    'fetch a saved setting',
    'retrieve by key',
    'load a value',
    'key-value lookup',
    'read state',
    'saved preference',
    'get config value',
    'redis get',
    'look up',
    'value back',
    'read a setting',
    'saved state',
    'stored option',
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 1,
  related: ['kv-set', 'kv-list'],
  mainField: 'key',
  gives: 'json',
  mainOutput: 'value',

  input: z.strictObject({
    key: keyField().describe('The name the value was stored under'),
  }),
  output: z.strictObject({
    found: z.boolean().describe('False if the key does not exist or has expired'),
    key: z.string().describe('The key that was requested'),
    value: z.unknown().describe('The value; null if there is none'),
    updated_at: z.iso.datetime().nullable().describe('When it was set'),
    expires_at: z.iso.datetime().nullable().describe('When it expires; null for never'),
  }),

  examples: [
    {
      title: 'A key that nobody has set',
      input: { key: 'theme' },
      output: { found: false, key: 'theme', value: null, updated_at: null, expires_at: null },
    },
    { title: 'A user', input: { key: 'user:1' } },
    { title: 'A list', input: { key: 'seen' } },
  ],

  handler: async ({ key }, ctx) => {
    const record = await ctx.memory.get(KV_NAMESPACE, key)
    return {
      found: record !== null,
      key,
      value: record?.value ?? null,
      updated_at: record?.updated_at ?? null,
      expires_at: record?.expires_at ?? null,
    }
  },
})
