import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { KV_NAMESPACE } from '../lib/memory-fields.ts'
import { nextCursor, readCursor, toCursor } from '../lib/memory-page.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'kv-list',
  title: 'List stored keys',
  summary: "Lists the keys of the caller's own key-value store by prefix, a page at a time.",
  searchWords: [
    'all keys',
    'enumerate',
    'browse the key-value store',
    'names saved',
    'keys by prefix',
    'what is in the store',
    'redis keys',
    'show entries',
    'list settings',
    'which settings exist',
    'saved items',
    'which keys',
    'keys i have saved',
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 1,
  related: ['kv-get', 'kv-set'],
  gives: 'text',
  mainOutput: 'keys',

  input: z.strictObject({
    prefix: wellFormedText(200).optional().describe('Only keys with this prefix'),
    limit: z.int().min(1).max(100).default(100).describe('Keys per page, 1 to 100'),
    cursor: wellFormedText(4_096).optional().describe('next_cursor of the previous page'),
  }),
  output: z.strictObject({
    keys: z
      .array(
        z.strictObject({
          key: z.string().describe('The key'),
          bytes: z.int().min(1).describe('The bytes it uses of the 64 MiB that an API key may store'),
          updated_at: z.iso.datetime().describe('When its value was set'),
          expires_at: z.iso.datetime().nullable().describe('When it expires; null for never'),
        }),
      )
      .describe('Sorted by their UTF-8 bytes'),
    next_cursor: nextCursor,
  }),

  examples: [
    { title: 'Nothing is stored yet', input: {}, output: { keys: [], next_cursor: null } },
    { title: 'All users', input: { prefix: 'user:' } },
    { title: 'The first ten', input: { limit: 10 } },
  ],

  handler: async ({ prefix, limit, cursor }, ctx) => {
    const key = cursor === undefined ? undefined : readCursor(cursor, z.string())
    const after = key === undefined ? undefined : { namespace: KV_NAMESPACE, key }
    const { entries, more } = await ctx.memory.list({ namespace: KV_NAMESPACE, prefix, limit, after })
    const last = more ? entries.at(-1) : undefined
    return {
      keys: entries.map(({ key: name, bytes, updated_at, expires_at }) => ({
        key: name,
        bytes,
        updated_at,
        expires_at,
      })),
      next_cursor: last ? toCursor(last.key) : null,
    }
  },
})
