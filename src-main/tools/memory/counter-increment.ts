import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { keyField, ttlField } from '../lib/memory-fields.ts'

const MAX_STEP = 1_000_000_000_000

export default defineTool({
  slug: 'counter-increment',
  title: 'Count',
  summary:
    "Adds to one of the caller's own counters in one step; with a time to live it counts within a window.",
  searchWords: [
    'tally',
    'hits',
    'page views',
    'rate limit',
    'plus one',
    'visitor counter',
    'add one',
    'track number',
    'increase',
    'usage count',
    'visits',
    'quota',
    'bump',
    'likes',
    'count calls',
    'how many requests',
    'limit requests',
    'count something',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 1,
  sideEffects: true,
  related: ['counter-get', 'memory-increment'],
  mainField: 'name',
  gives: 'number',
  mainOutput: 'value',

  input: z.strictObject({
    name: keyField().describe('The name of the counter; a new one starts at 0'),
    by: z
      .int()
      .min(-MAX_STEP)
      .max(MAX_STEP)
      .default(1)
      .describe('What to add; a negative number counts down'),
    ttl_seconds: ttlField()
      .optional()
      .describe(
        'Time to live of a new counter in seconds; an existing counter keeps its own, so that a ' +
          'window ends',
      ),
  }),
  output: z.strictObject({
    name: z.string().describe('The name of the counter'),
    value: z.int().describe('Its value after adding'),
    updated_at: z.iso.datetime().describe('When it was changed'),
    expires_at: z.iso.datetime().nullable().describe('When it is reset to 0; null for never'),
  }),

  examples: [
    { title: 'One more', input: { name: 'visits' } },
    { title: 'Attempts within a minute', input: { name: 'login:ann', ttl_seconds: 60 } },
    { title: 'Down by five', input: { name: 'stock', by: -5 } },
  ],

  handler: async ({ name, by, ttl_seconds }, ctx) => ({
    name,
    ...(await ctx.memory.counters.add({ name, by, ttlSeconds: ttl_seconds })),
  }),
})
