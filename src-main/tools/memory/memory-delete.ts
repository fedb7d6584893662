import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { keyField, namespaceField } from '../lib/memory-fields.ts'

export default defineTool({
  slug: 'memory-delete',
  title: 'Forget a value',
  summary: "Deletes the value stored under a key in the caller's own memory.",
  searchWords: [
    'clear',
    'drop a key',
    'wipe',
    'delete saved',
    'unremember',
    'throw away a note',
    'purge',
    'delete an entry',
    'delete what was saved',
    'clean up',
    'forget a fact',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 0,
  sideEffects: true,
  related: ['memory-list', 'memory-set'],
  mainField: 'key',
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    key: keyField().describe('The name the value was stored under'),
    namespace: namespaceField().default('default').describe('The namespace it was stored in'),
  }),
  output: z.strictObject({
    deleted: z.boolean().describe('False if the key did not exist or had expired'),
    namespace: z.string().describe('The namespace that was searched'),
    key: z.string().describe('The key that was requested'),
  }),

  examples: [
    {
      title: 'A key that does not exist',
      input: { key: 'greeting' },
      output: { deleted: false, namespace: 'default', key: 'greeting' },
    },
    { title: 'From another namespace', input: { key: 'cart', namespace: 'shop' } },
    {
      title: 'A result saved by agent mode',
      input: { key: 'crypto-hash-sha256:ba7816bf8f01cfea', namespace: 'my-session' },
    },
  ],

  handler: async ({ key, namespace }, ctx) => ({
    deleted: await ctx.memory.delete(namespace, key),
    namespace,
    key,
  }),
})
