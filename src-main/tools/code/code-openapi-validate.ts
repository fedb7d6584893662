import { z } from 'zod'
import { isJson } from '../lib/api-parts.ts'
import { namedValues } from '../lib/named-values.ts'
import { STANDARDS } from '../lib/standards.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

const MAX_FAULTS = 200

const fault = z.strictObject({
  path: z.string().describe('JSON Pointer to the place; empty for the whole document'),
  message: z.string().describe('What is wrong there'),
})

export default defineTool({
  slug: 'code-openapi-validate',
  title: 'Validate OpenAPI',
  summary:
    'Checks an OpenAPI 3.2, 3.1, 3.0 or 2.0 document against its schema and rules and reports ' +
    'every violation.',
  searchWords: [
    'swagger',
    'api spec',
    'lint an api description',
    'rest api contract',
    'specification correct',
    'spectral',
    'yaml api definition',
    'endpoint definitions',
    'errors in my api spec',
    'swagger lint',
    'swagger file valid',
    'check an api document',
    'openapi linter',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  version: 9,
  cacheable: true,
  worker: true,
  mainField: 'spec',
  standards: [STANDARDS.openApi],
  related: ['openapi-to-tools'],
  takes: { spec: ['openapi'] },
  firstFor: ['openapi'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    spec: z
      .union([z.string().min(1).max(2_000_000), namedValues(z.string(), z.unknown())])
      .describe('The document as an object, or as JSON or YAML text; external references are not read'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether there are no errors'),
    version: z.string().nullable().describe('The OpenAPI version that the document names'),
    title: z.string().nullable().describe('The title of the API'),
    operation_count: z.int().min(0).describe('Number of operations'),
    errors: z.array(fault).describe('Violations of the rules, at most 200'),
    warnings: z.array(fault).describe('Parts that could not be checked, at most 200'),
  }),

  // The rules are those of the OpenAPI Specification.
  examples: [
    {
      title: 'A small API',
      input: {
        spec: {
          openapi: '3.1.0',
          info: { title: 'Pets', version: '1' },
          paths: { '/pets': { get: { responses: { 200: { description: 'All pets' } } } } },
        },
      },
      output: {
        valid: true,
        version: '3.1.0',
        title: 'Pets',
        operation_count: 1,
        errors: [],
        warnings: [],
      },
    },
    {
      title: 'YAML without an API version',
      input: { spec: 'openapi: 3.0.3\ninfo:\n  title: Pets\npaths: {}\n' },
      output: {
        valid: false,
        version: '3.0.3',
        title: 'Pets',
        operation_count: 0,
        errors: [{ path: '/info', message: "must have required property 'version'" }],
        warnings: [],
      },
    },
    {
      title: 'A path without its parameter',
      input: {
        spec: {
          openapi: '3.0.3',
          info: { title: 'Pets', version: '1' },
          paths: { '/pets/{id}': { get: { responses: { 200: { description: 'A pet' } } } } },
        },
      },
      output: {
        valid: false,
        version: '3.0.3',
        title: 'Pets',
        operation_count: 1,
        errors: [{ path: '/paths/~1pets~1{id}/get', message: 'has no path parameter for {id}' }],
        warnings: [],
      },
    },
  ],

  prepare: () =>
    Promise.all([
      import('./lib/openapi/openapi-document.ts'),
      import('./lib/openapi/openapi-rules.ts'),
      import('./lib/openapi/openapi-schemas.ts'),
    ]),
  handler: async ({ spec }) => {
    const { faultsOfDescription, readDescription } = await import('./lib/openapi/openapi-document.ts')
    const { ruleFaultsOf } = await import('./lib/openapi/openapi-rules.ts')
    const { describedOperationsOf } = await import('./lib/openapi/described-operations.ts')
    const document = readDescription(spec)
    const rules = ruleFaultsOf(document)
    const { schemaFaultsOf } = await import('./lib/openapi/openapi-schemas.ts')
    const told = new Set(rules.errors.map(({ path }) => path))
    // The parser stops at a reference that points to nothing.
    const structure = rules.hasDangling ? [] : await faultsOfDescription(document, told.size > 0)
    const errors = [...rules.errors]
    for (const faults of [structure, schemaFaultsOf(document)]) {
      errors.push(...faults.filter(({ path }) => !told.has(path)))
      for (const { path } of faults) told.add(path)
    }
    const info = isJson(document['info']) ? document['info'] : {}
    return {
      valid: errors.length === 0,
      version: textOrNull(document['openapi'] ?? document['swagger']),
      title: textOrNull(info['title']),
      operation_count: describedOperationsOf(document).length,
      errors: errors.slice(0, MAX_FAULTS),
      warnings: rules.warnings.slice(0, MAX_FAULTS),
    }
  },
})

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 1_000).toWellFormed() : null
}
