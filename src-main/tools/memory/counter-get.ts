import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { keyField } from '../lib/memory-fields.ts'

export default defineTool({
  slug: 'counter-get',
  title: 'Read a counter',
  summary: "Reads one of the caller's own counters without changing it; an unused one is 0.",
  searchWords: [
    'current count',
    'how many so far',
    'value of a counter',
    'tally',
    'number of hits',
    'hit counter',
    'total so far',
    'see the count',
    'how often',
    'how many times',
    'read a number of hits',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 0,
  related: ['counter-increment'],
  mainField: 'name',
  gives: 'number',
  mainOutput: 'value',

  input: z.strictObject({
    name: keyField().describe('The name of the counter'),
  }),
  output: z.strictObject({
    found: z.boolean().describe('False if it was never used or has expired'),
    name: z.string().describe('The name of the counter'),
    value: z.int().describe('Its value; 0 if it does not exist'),
    updated_at: z.iso.datetime().nullable().describe('When it was last added to'),
    expires_at: z.iso.datetime().nullable().describe('When it is reset to 0; null for never'),
  }),

  examples: [
    {
      title: 'An unused counter',
      input: { name: 'visits' },
      output: { found: false, name: 'visits', value: 0, updated_at: null, expires_at: null },
    },
    { title: 'Attempts of a user', input: { name: 'login:ann' } },
    { title: 'Items in stock', input: { name: 'stock' } },
  ],

  handler: async ({ name }, ctx) => {
    const state = await ctx.memory.counters.get(name)
    const none = { value: 0, updated_at: null, expires_at: null }
    return { found: state !== null, name, ...(state ?? none) }
  },
})
