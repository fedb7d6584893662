import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { keyField, namespaceField } from '../lib/memory-fields.ts'

export default defineTool({
  slug: 'memory-get',
  title: 'Recall a value',
  summary:
    "Reads the value stored under a key in the caller's own memory, including results saved " +
    'by agent mode.',
  searchWords: [
    'what did i save',
    'retrieve',
    'load',
    'look up a note',
    'read back',
    'remembered',
    'fetch',
    'saved under a name',
    'stored earlier',
    'remind me',
    'recall what the user likes',
    'user preference',
    'get a saved value',
    'read a note',
    'saved result',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 0,
  related: ['memory-set', 'memory-list', 'memory-search', 'memory-history'],
  mainField: 'key',
  gives: 'json',
  mainOutput: 'value',

  input: z.strictObject({
    key: keyField().describe('The name the value was stored under'),
    namespace: namespaceField()
      .default('default')
      .describe('The namespace it was stored in; for a result of agent mode, its session_id'),
  }),
  output: z.strictObject({
    found: z.boolean().describe('False if the key does not exist or has expired'),
    namespace: z.string().describe('The namespace that was searched'),
    key: z.string().describe('The key that was requested'),
    value: z.unknown().describe('The value; null if there is none'),
    tags: z.array(z.string()).describe('Its tags'),
    created_at: z.iso.datetime().nullable().describe('When the key was first set'),
    updated_at: z.iso.datetime().nullable().describe('When this value was set'),
    expires_at: z.iso.datetime().nullable().describe('When it expires; null for never'),
  }),

  examples: [
    { title: 'A note', input: { key: 'greeting' } },
    { title: 'From another namespace', input: { key: 'cart', namespace: 'shop' } },
    {
      title: 'A result saved by agent mode',
      input: { key: 'crypto-hash-sha256:ba7816bf8f01cfea', namespace: 'my-session' },
    },
  ],

  handler: async ({ key, namespace }, ctx) => {
    const record = await ctx.memory.get(namespace, key)
    return {
      found: record !== null,
      namespace,
      key,
      value: record?.value ?? null,
      tags: [...(record?.tags ?? [])],
      created_at: record?.created_at ?? null,
      updated_at: record?.updated_at ?? null,
      expires_at: record?.expires_at ?? null,
    }
  },
})
