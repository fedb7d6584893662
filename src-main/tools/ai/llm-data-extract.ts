import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { jsonSchemaOf } from './lib/asked-schema.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'llm-data-extract',
  title: 'Extract data with a schema',
  summary: 'Reads a text and fills your JSON Schema with what the text says.',
  searchWords: [
    'pull fields out of text',
    'structured data from free text',
    'unstructured to structured',
    'invoice fields',
    'receipt',
    'parse an email with ai',
    'read a form',
    'resume parser',
    'amount and number from a letter',
    'fill a schema from prose',
    'scrape values',
    'order details',
    'values from a letter',
    'contract details',
    'convert a message into fields',
    'cv data',
    'bill',
  ],
  category: 'AI: Analysis',
  tier: 'llm',
  credits: 10,
  mainField: 'text',
  related: ['llm-extract-entities', 'llm-classify'],
  takes: { text: ['text'] },
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    text: writtenText(100_000).describe('The text to read'),
    schema: namedValues(z.string().max(100), z.unknown()).describe(
      'A JSON Schema of type object or array, up to 20,000 characters, whose descriptions ' +
        'explain the fields; "pattern", "patternProperties" and "$ref" are not supported',
    ),
    hints: wellFormedText(2_000).min(1).optional().describe('Further hints, such as the format of dates'),
  }),
  output: z.strictObject({
    result: z.unknown().describe('A value that matches the schema'),
    ...MODEL_FIELDS,
  }),

  examples: [
    {
      title: 'An invoice',
      input: {
        text: 'Invoice 17 of 3 May 2026, total EUR 120.50',
        schema: {
          type: 'object',
          properties: { number: { type: 'integer' }, date: { type: 'string' }, total: { type: 'number' } },
          required: ['number', 'date', 'total'],
        },
      },
    },
    {
      title: 'A list of people',
      input: {
        text: 'Ana (34) met Jo, who is 29.',
        schema: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, age: { type: 'integer' } },
            required: ['name'],
          },
        },
      },
    },
    {
      title: 'With a hint',
      input: {
        text: 'Delivery on 04/05/26',
        schema: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
        hints: 'Dates are written day first; answer in ISO 8601',
      },
    },
  ],

  handler: async ({ text, schema, hints }, ctx) => {
    const task =
      'Extract from the text the data that the schema describes. If the text does not say it, ' +
      'leave the field out or use null if the schema allows that; never invent a value.'
    // Providers with a JSON mode answer with an object, so a list needs one around it.
    const form = z.object({ result: jsonSchemaOf(schema, 'schema') })
    const shown = { type: 'object', properties: { result: schema }, required: ['result'] }
    const { value, use } = await fillSchema({ task, data: { text, request: hints } }, form, ctx, shown)
    return { result: value.result, ...use }
  },
})
