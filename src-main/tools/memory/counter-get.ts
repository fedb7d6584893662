import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { keyField } from '../lib/memory-fields.ts'

export default defineTool({
  slug: 'counter-get',
  title: 'Read a counter',
  summary: "Reads one of the caller's own counters without changing it; one that nobody counted in is 0.",
  category: 'Memory',
  tier: 'memory',
  credits: 0,
  related: ['counter-increment'],
  mainField: 'name',

  input: z.strictObject({
    name: keyField().describe('The name of the counter'),
  }),
  output: z.strictObject({
    found: z.boolean().describe('False when nobody has counted in it, or its time is over'),
    name: z.string().describe('The name of the counter'),
    value: z.int().describe('Its value; 0 when there is none'),
    updated_at: z.iso.datetime().nullable().describe('When it was last added to'),
    expires_at: z.iso.datetime().nullable().describe('When it begins at 0 again; null for never'),
  }),

  examples: [
    {
      title: 'Nobody has counted yet',
      input: { name: 'visits' },
      output: { found: false, name: 'visits', value: 0, updated_at: null, expires_at: null },
    },
    { title: 'Tries of a user', input: { name: 'login:ann' } },
    { title: 'What is in stock', input: { name: 'stock' } },
  ],

  handler: ({ name }, ctx) => {
    const state = ctx.memory.counters.get(name)
    const none = { value: 0, updated_at: null, expires_at: null }
    return { found: state !== null, name, ...(state ?? none) }
  },
})
