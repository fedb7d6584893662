import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { readJson } from '../lib/json-document.ts'
import { SEED, SEED_USED } from './lib/seed-field.ts'
import { FAKER_LOCALES, fakerOf, seedOf } from './lib/seeded-faker.ts'

export default defineTool({
  slug: 'gen-test-data',
  title: 'Test data for a schema',
  summary:
    'Makes up records that match a JSON Schema, with realistic values where it names a faker ' +
    'generator.',
  searchWords: [
    'mock data',
    'fixtures',
    'sample records',
    'fake data',
    'dummy data',
    'seed a database',
    'random records',
    'generate json',
    'stub data',
    'synthetic',
    'example rows',
    'mock api response',
    'random json',
    'sample json',
    'generate rows',
    'demo data',
    'example data',
    'fake api data',
    'test records',
  ],
  category: 'Generate',
  tier: 'compute',
  credits: 1,
  version: 3,
  worker: true,
  mainField: 'schema',
  related: ['text-json-schema-generate', 'gen-fake-user', 'gen-lorem-ipsum'],
  takes: { schema: ['json-schema'] },
  gives: 'json',
  mainOutput: 'records',

  input: z.strictObject({
    schema: z
      .unknown()
      .refine((value) => value !== undefined, 'Send a JSON Schema')
      .describe(
        'The JSON Schema (2020-12), as a value or text. A schema may say "faker": ' +
          '"person.fullName" (or another faker generator); references must stay inside the schema',
      ),
    count: z.int().min(1).max(500).default(1).describe('Number of records'),
    optional_members: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('Probability that an optional member is present: 1 always, 0 never'),
    locale: z.enum(FAKER_LOCALES).default('en').describe('Language of the faker generators'),
    seed: SEED,
  }),
  output: z.strictObject({
    records: z.array(z.unknown()).describe('The records'),
    valid_count: z
      .int()
      .min(0)
      .describe(
        'How many of them match the schema, as checked; contradictory schemas can give records ' +
          'that do not',
      ),
    seed: SEED_USED,
    ...DIGIT_WARNINGS,
  }),

  // Schemas that allow only one value, by JSON Schema 2020-12; the last one shows generators.
  examples: [
    {
      title: 'A constant and an enumeration of one',
      input: {
        schema: {
          type: 'object',
          properties: { a: { const: 1 }, b: { enum: ['x'] } },
          required: ['a', 'b'],
        },
        seed: 1,
      },
      output: { records: [{ a: 1, b: 'x' }], valid_count: 1, seed: 1 },
    },
    {
      title: 'A number between equal limits',
      input: {
        schema: {
          type: 'array',
          minItems: 2,
          maxItems: 2,
          items: { type: 'integer', minimum: 7, maximum: 7 },
        },
        seed: 2,
      },
      output: { records: [[7, 7]], valid_count: 1, seed: 2 },
    },
    {
      title: 'Customers',
      input: {
        schema: {
          type: 'object',
          properties: {
            id: { type: 'string', format: 'uuid' },
            name: { type: 'string', faker: 'person.fullName' },
            age: { type: 'integer', minimum: 18, maximum: 99 },
          },
          required: ['id', 'name', 'age'],
          additionalProperties: false,
        },
        count: 3,
        seed: 42,
      },
    },
  ],

  prepare: () => import('./lib/schema-samples.ts'),
  handler: async ({ schema, count, optional_members, locale, seed }, ctx) => {
    const { sampleSchema } = await import('./lib/schema-samples.ts')
    const used = seedOf(seed, ctx)
    const faker = await fakerOf(locale, used)
    const options = { count, seed: used, optionalMembers: optional_members, faker }
    const sampled = sampleSchema(readJson(schema, 'schema'), options)
    return { ...sampled, seed: used, ...digitWarningsOf(schema) }
  },
})
