import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool, TIERS } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'tools-search',
  title: 'Find a tool',
  summary:
    'Finds the tools of this gateway that fit a task described in words, best first, with their schemas.',
  searchWords: [
    'which tool',
    'discover',
    'look for a function',
    'what can you do',
    'capability',
    'recommend a tool',
    'tool for a task',
    'catalogue',
    'best match',
    'available features',
    'what tools do you have',
    'find a function',
    'is there something that',
    'help me choose',
    'available tools',
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 0,
  mainField: 'query',
  gives: 'json',
  mainOutput: 'tools',

  input: z.strictObject({
    query: wellFormedText(500).min(1).describe('The task in a few words, such as "convert csv to json"'),
    limit: z.int().min(1).max(50).default(10).describe('Tools to return at most'),
    category: z.string().max(100).optional().describe('Only tools of this category'),
    tier: z.enum(TIERS).optional().describe('Only tools of this tier'),
    schemas: z.boolean().default(false).describe("Whether to include the JSON Schema of each tool's input"),
  }),
  output: z.strictObject({
    tools: z
      .array(
        z.strictObject({
          slug: z.string().describe('The name to call it with: POST /v1/{slug}'),
          name: z.string().describe('Its title'),
          description: z.string().describe('What it does'),
          category: z.string().describe('Its category'),
          tier: z.string().describe('Its tier'),
          credits: z.int().min(0).describe('Price of a call in credits'),
          score: z.number().min(0).describe('How well it matches, relative to the others in this answer'),
          input_schema: namedValues(z.string(), z.unknown())
            .optional()
            .describe('JSON Schema of its input'),
        }),
      )
      .describe('The tools that match, best first'),
    count: z.int().min(0).describe('Number of tools returned'),
  }),

  // The hits depend on the tools that an instance serves.
  examples: [
    { title: 'By a task', input: { query: 'turn a spreadsheet export into JSON' } },
    { title: 'By a word, with schemas', input: { query: 'sha256', limit: 3, schemas: true } },
    { title: 'Within a category', input: { query: 'remember a value', category: 'Memory' } },
  ],

  handler: async ({ query, limit, category, tier, schemas }, ctx) => {
    const hits = await ctx.catalogue.search(query, { limit, category, tier })
    const tools = await Promise.all(
      hits.map(async ({ inputSchema, ...hit }) =>
        schemas ? { ...hit, input_schema: await inputSchema() } : hit,
      ),
    )
    return { tools, count: tools.length }
  },
})
