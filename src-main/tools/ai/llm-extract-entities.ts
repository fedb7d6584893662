import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { writtenText } from '../lib/well-formed-text.ts'

const TYPES = ['person', 'organization', 'place', 'date', 'money', 'product', 'event', 'other'] as const
const MAX_ENTITIES = 300

export default defineTool({
  slug: 'llm-extract-entities',
  title: 'Extract names and dates',
  summary: 'Finds the people, organizations, places, dates, sums, products and events that a text names.',
  searchWords: [
    'ner',
    'named entity recognition',
    'people mentioned',
    'companies',
    'organizations',
    'locations',
    'places in an article',
    'who is mentioned',
    'who and where',
    'brands',
    'key names in a story',
    'amounts of money',
    'press release',
    'names in a text',
    'cities and countries in a text',
    'who what when',
  ],
  category: 'AI: Analysis',
  tier: 'llm',
  credits: 10,
  mainField: 'text',
  related: ['llm-data-extract', 'llm-classify'],
  takes: { text: ['text'] },
  gives: 'json',
  mainOutput: 'entities',

  input: z.strictObject({
    text: writtenText(100_000).describe('The text to read'),
    types: z
      .array(z.enum(TYPES))
      .min(1)
      .max(TYPES.length)
      .optional()
      .describe('Which kinds to look for; all if not set'),
  }),
  output: z.strictObject({
    entities: z
      .array(
        z.strictObject({
          text: z.string().describe('As the text writes it'),
          type: z.enum(TYPES).describe('The kind of entity'),
          name: z.string().describe('Its full or usual name'),
          mentions: z
            .int()
            .min(1)
            .describe('How often it occurs in the text with this spelling, counted here'),
        }),
      )
      .describe('The entities in the order of the text; only those that the text contains'),
    ...MODEL_FIELDS,
  }),

  examples: [
    { title: 'Everything', input: { text: 'Ada Lovelace met Charles Babbage in London on 5 June 1833.' } },
    { title: 'Only places', input: { text: 'From Oslo we went to Bergen.', types: ['place'] } },
    {
      title: 'Sums',
      input: { text: 'Acme paid 3 million euros for Widget Ltd.', types: ['money', 'organization'] },
    },
  ],

  handler: async ({ text, types }, ctx) => {
    const wanted = [...new Set(types ?? TYPES)]
    const schema = z.object({
      entities: z
        .array(
          z.object({
            text: z.string().min(1).max(300).describe('Exactly as the text writes it'),
            type: z.enum(wanted),
            name: z.string().max(300).describe('Its full or usual name'),
          }),
        )
        .max(MAX_ENTITIES),
    })
    const task =
      `List everything of these kinds that the text names: ${wanted.join(', ')}. List each ` +
      'spelling once.'
    const { value, use } = await fillSchema({ task, data: { text } }, schema, ctx)
    const found = value.entities.map((entity) => ({ ...entity, mentions: countOf(entity.text, text) }))
    const known = new Map(
      found
        .filter(({ mentions }) => mentions > 0)
        .map((entity) => [`${entity.type} ${entity.text}`, entity]),
    )
    const entities = [...known.values()].sort((a, b) => text.indexOf(a.text) - text.indexOf(b.text))
    return { entities, ...use }
  },
})

function countOf(needle: string, text: string): number {
  return text.split(needle).length - 1
}
