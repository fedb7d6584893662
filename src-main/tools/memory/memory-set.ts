import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import {
  checkStorable,
  keyField,
  namespaceField,
  tagsField,
  ttlField,
  valueField,
} from '../lib/memory-fields.ts'

export default defineTool({
  slug: 'memory-set',
  title: 'Remember a value',
  summary: "Stores a JSON value under a key in the caller's own memory, for a time or permanently.",
  searchWords: [
    'save',
    'note',
    'keep',
    'write down',
    'store for later',
    'put',
    'persist',
    'remember something',
    'remember for later',
    'keep in mind',
    'jot down',
    'take a note',
    'next session',
    'store a result',
    'save a fact',
    'user likes',
    'save a note',
    'learn a fact',
    'between sessions',
    'write to memory',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 0,
  sideEffects: true,
  related: ['memory-get', 'memory-search', 'memory-list', 'memory-delete', 'memory-history', 'kv-set'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    key: keyField().describe('The name to find the value by'),
    value: valueField().describe('Any JSON value, up to 1 MiB; it replaces what the key held before'),
    namespace: namespaceField()
      .default('default')
      .describe('Separates the keys of different tasks; a session_id is a namespace'),
    tags: tagsField().default([]).describe('Tags to find the value by'),
    ttl_seconds: ttlField()
      .optional()
      .describe('Seconds until the value expires; without it, the value is kept'),
  }),
  output: z.strictObject({
    namespace: z.string().describe('Its namespace'),
    key: z.string().describe('Its key'),
    tags: z.array(z.string()).describe('Its tags'),
    created_at: z.iso.datetime().describe('When the key was first set'),
    updated_at: z.iso.datetime().describe('When this value was set'),
    expires_at: z.iso.datetime().nullable().describe('When it expires; null for never'),
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

  handler: async ({ key, value, namespace, tags, ttl_seconds }, ctx) => {
    checkStorable(value)
    const ttl = ttl_seconds === undefined ? {} : { ttlSeconds: ttl_seconds }
    const { created_at, updated_at, expires_at, ...record } = await ctx.memory.set({
      namespace,
      key,
      value,
      tags: [...new Set(tags)],
      ...ttl,
    })
    return { namespace, key, tags: [...record.tags], created_at, updated_at, expires_at }
  },
})
