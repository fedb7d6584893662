import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { listedEntry, nextCursor, pageInput, readCursor, toCursor, toEntry } from '../lib/memory-page.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const place = z.tuple([z.string(), z.string()])

export default defineTool({
  slug: 'memory-list',
  title: 'List memory entries',
  summary: "Lists the keys in the caller's own memory, by namespace, prefix and tags, a page at a time.",
  searchWords: [
    'keys saved',
    'show everything stored',
    'notes i have',
    'browse',
    'all saved',
    'by tag',
    'what do i remember',
    'enumerate',
    'list my notes',
    'list of saved entries',
    'what is stored',
    'what is saved',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 0,
  related: ['memory-get', 'memory-search', 'memory-delete'],
  gives: 'json',
  mainOutput: 'entries',

  input: z.strictObject({
    ...pageInput,
    prefix: wellFormedText(200).optional().describe('Only keys with this prefix'),
  }),
  output: z.strictObject({
    entries: z
      .array(z.strictObject(listedEntry))
      .describe('By namespace and key, sorted by their UTF-8 bytes'),
    next_cursor: nextCursor,
  }),

  examples: [
    { title: 'Everything stored', input: {}, output: { entries: [], next_cursor: null } },
    { title: 'Results saved by agent mode in a session', input: { namespace: 'my-session', limit: 50 } },
    { title: 'Open tasks', input: { prefix: 'todo-', tags: ['open'] } },
  ],

  handler: async ({ namespace, tags, prefix, limit, cursor }, ctx) => {
    const [from, key] = cursor === undefined ? [] : readCursor(cursor, place)
    const after = from === undefined || key === undefined ? undefined : { namespace: from, key }
    const { entries, more } = await ctx.memory.list({ namespace, tags, prefix, limit, after })
    const last = more ? entries.at(-1) : undefined
    return {
      entries: entries.map(toEntry),
      next_cursor: last ? toCursor([last.namespace, last.key]) : null,
    }
  },
})
