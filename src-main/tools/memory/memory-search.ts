import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { listedEntry, nextCursor, pageInput, readCursor, toCursor, toEntry } from '../lib/memory-page.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_OFFSET = 10_000

const place = z.int().min(1).max(MAX_OFFSET)

export default defineTool({
  slug: 'memory-search',
  title: 'Search memory',
  summary:
    "Finds entries of the caller's own memory by the words in their keys, tags and values, best first.",
  searchWords: [
    'look through notes',
    'find a note',
    'full text',
    'recall by word',
    'what did i write about',
    'where did i save',
    'query notes',
    'stored knowledge',
    'search my notes',
    'what do i know about',
    'find something saved',
    'search what was stored',
    'about a topic',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 0,
  related: ['memory-get', 'memory-list'],
  mainField: 'query',
  gives: 'json',
  mainOutput: 'entries',

  input: z.strictObject({
    query: wellFormedText(1_000)
      .min(1)
      .describe('Words to search for; prefixes match too, and entries with more of the words come first'),
    ...pageInput,
  }),
  output: z.strictObject({
    entries: z
      .array(
        z.strictObject({
          ...listedEntry,
          excerpt: z
            .string()
            .describe('An excerpt of the value around the matching words, which are enclosed in **'),
        }),
      )
      .describe('Best first: a match in a key counts most, then one in a tag, then one in the value'),
    next_cursor: nextCursor,
  }),

  examples: [
    { title: 'A topic', input: { query: 'deployment checklist' } },
    { title: 'Within a session', input: { query: 'invoice', namespace: 'my-session' } },
    { title: 'Among tagged notes', input: { query: 'berlin', tags: ['travel'], limit: 5 } },
  ],

  handler: async ({ query, namespace, tags, limit, cursor }, ctx) => {
    const offset = cursor === undefined ? 0 : readCursor(cursor, place)
    const { entries, more } = await ctx.memory.search({ query, namespace, tags, limit, offset })
    const next = offset + limit
    return {
      entries: entries.map(toEntry),
      next_cursor: more && next <= MAX_OFFSET ? toCursor(next) : null,
    }
  },
})
