import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { STANDARDS } from '../lib/standards.ts'

const MAX_CHARS = 2 * 1024 * 1024

const fault = z.strictObject({
  message: z.string().describe('What is wrong'),
  line: z.int().min(1).describe('Its line, from 1'),
  column: z.int().min(1).describe('Its column, from 1, in UTF-16 code units'),
})

export default defineTool({
  slug: 'text-json-validate',
  title: 'Check JSON text',
  summary: 'Checks whether a text is JSON (RFC 8259), and gives the line and column of every error.',
  searchWords: [
    'syntax error',
    'lint',
    'well-formed',
    'correct json',
    'parse error',
    'jsonlint',
    'where is the error',
    'unexpected token',
    'why does it not parse',
    'mistakes',
    'is this json right',
    'json checker',
    'json error line',
    'test json',
    'bad json',
    "json won't parse",
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  standards: [STANDARDS.json],
  mainField: 'json_text',
  related: ['text-json-format'],
  takes: { json_text: ['json', 'broken-json'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    json_text: wellFormedText(MAX_CHARS).describe('The text to check'),
    allow_comments: z.boolean().default(false).describe('Allows // and /* */ comments (JSONC)'),
    allow_trailing_comma: z.boolean().default(false).describe('Allows a comma before a closing bracket'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether the text is JSON'),
    type: z
      .enum(['object', 'array', 'string', 'number', 'boolean', 'null'])
      .nullable()
      .describe('The type of the value; null if the text is not valid'),
    errors: z.array(fault).describe('The errors in order, the first 100'),
    error_count: z.int().min(0).describe('Number of all errors'),
    warnings: z
      .array(fault)
      .describe(
        'Valid, but interpreted differently by different readers: repeated names, numbers that ' +
          'lose digits',
      ),
    warning_count: z.int().min(0).describe('Number of all warnings'),
  }),

  // By the grammar of RFC 8259 and its sections 4 (names should be unique) and 6 (numbers).
  examples: [
    {
      title: 'Valid',
      input: { json_text: '{"a": [1, 2.5e3, null]}' },
      output: { valid: true, type: 'object', errors: [], error_count: 0, warnings: [], warning_count: 0 },
    },
    {
      title: 'A superfluous comma',
      input: { json_text: '[\n  1,\n]' },
      output: {
        valid: false,
        type: null,
        errors: [{ message: 'A value is missing', line: 3, column: 1 }],
        error_count: 1,
        warnings: [],
        warning_count: 0,
      },
    },
    {
      title: 'Valid, with a duplicate name',
      input: { json_text: '{"a":1,"a":2}' },
      output: {
        valid: true,
        type: 'object',
        errors: [],
        error_count: 0,
        warnings: [
          { message: 'The name "a" is used twice; most readers keep the last', line: 1, column: 8 },
        ],
        warning_count: 1,
      },
    },
  ],

  prepare: () => import('./lib/json-faults.ts'),
  handler: async ({ json_text, allow_comments, allow_trailing_comma }) => {
    const { findJsonFaults } = await import('./lib/json-faults.ts')
    return findJsonFaults(json_text, { comments: allow_comments, trailingComma: allow_trailing_comma })
  },
})
