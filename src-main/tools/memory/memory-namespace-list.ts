import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { nextCursor, readCursor, toCursor } from '../lib/memory-page.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'memory-namespace-list',
  title: 'List namespaces',
  summary: "Lists the namespaces of the caller's own memory, with the entries and bytes in each.",
  searchWords: [
    'buckets',
    'groups of notes',
    'folders',
    'collections',
    'how much is stored',
    'storage use',
    'spaces',
    'workspaces',
    'disk use',
    'compartments',
    'which groups exist',
    'memory overview',
    'list of areas',
    'categories of notes',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 0,
  related: ['memory-list', 'memory-export'],
  gives: 'json',
  mainOutput: 'namespaces',

  input: z.strictObject({
    limit: z.int().min(1).max(100).default(100).describe('Namespaces per page, 1 to 100'),
    cursor: wellFormedText(4_096).optional().describe('next_cursor of the previous page'),
  }),
  output: z.strictObject({
    namespaces: z
      .array(
        z.strictObject({
          namespace: z.string().describe('Its name'),
          entries: z.int().min(1).describe('Number of keys that are set in it'),
          bytes: z.int().min(1).describe('The bytes it uses of the 64 MiB that an API key may store'),
          updated_at: z.iso.datetime().describe('When one of them was last set'),
        }),
      )
      .describe('Sorted by their UTF-8 bytes'),
    next_cursor: nextCursor,
  }),

  examples: [
    { title: 'Nothing is stored yet', input: {}, output: { namespaces: [], next_cursor: null } },
    { title: 'The first ten', input: { limit: 10 } },
    { title: 'As many as fit on a page', input: { limit: 100 } },
  ],

  handler: async ({ limit, cursor }, ctx) => {
    const after = cursor === undefined ? undefined : readCursor(cursor, z.string())
    const { namespaces, more } = await ctx.memory.namespaces({ limit, after })
    const last = more ? namespaces.at(-1) : undefined
    return { namespaces: [...namespaces], next_cursor: last ? toCursor(last.namespace) : null }
  },
})
