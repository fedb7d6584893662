import type { ScalarTag } from 'yaml'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { jsonField, readJson } from '../lib/json-document.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

const MAX_DEPTH = 200

export default defineTool({
  slug: 'data-json-to-yaml',
  title: 'JSON to YAML',
  summary: 'Writes a JSON value as YAML that parsers of YAML 1.2 and 1.1 both read back unchanged.',
  searchWords: [
    'config file',
    'kubernetes',
    'helm',
    'object to yaml',
    'k8s',
    'serialize',
    'docker compose',
    'dump as yaml',
    'write a config',
    'yaml generator',
    'manifest',
    'config as yaml',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 3,
  cacheable: true,
  worker: true,
  aliases: ['json-to-yaml'],
  accepts: ['json'],
  mainField: 'json',
  related: ['text-yaml-to-json', 'text-json-format', 'data-toml-to-json'],

  input: z.strictObject({
    json: jsonField('The value to write'),
    indent: z.int().min(1).max(8).default(2).describe('Spaces per level'),
    line_width: z
      .int()
      .min(0)
      .max(1_000)
      .default(80)
      .describe('Line length at which long strings are folded, in characters; 0 for never'),
    sort_keys: z.boolean().default(false).describe('Sorts the members of every object by name'),
  }),
  output: z.strictObject({ yaml: z.string().describe('The YAML text, ending in a line break') }),

  // Examples of the YAML 1.2.2 specification, chapter 2, and (the country code) the classic
  // difference to 1.1.
  examples: [
    {
      title: 'A sequence of mappings (as in example 2.4)',
      input: { json: [{ name: 'Mark McGwire', hr: 65, avg: 0.278 }, { name: 'Sammy Sosa' }] },
      output: { yaml: '- name: Mark McGwire\n  hr: 65\n  avg: 0.278\n- name: Sammy Sosa\n' },
    },
    {
      title: 'Line breaks are kept in a literal block (example 2.13)',
      input: { json: { art: '\\//||\\/||\n// ||  ||__\n' } },
      output: { yaml: 'art: |\n  \\//||\\/||\n  // ||  ||__\n' },
    },
    {
      title: 'Norway stays a string for YAML 1.1 parsers too',
      input: { json: { country: 'NO', version: '1.10' } },
      output: { yaml: 'country: "NO"\nversion: "1.10"\n' },
    },
  ],

  prepare: () => import('yaml'),
  handler: async ({ json, indent, line_width, sort_keys }) => {
    const { Document, visit } = await import('yaml')
    const value = readJson(json, 'json')
    if (depthOf(value) > MAX_DEPTH)
      throw new InvalidInput('json', `The document has more than ${MAX_DEPTH} levels; flatten it`)
    const document = new Document(value, {
      sortMapEntries: sort_keys,
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [EXPONENT, ...tags],
    })
    visit(document, {
      Scalar: (_, scalar) => {
        // In YAML 1.1 a lone = is a type of its own, and many of its parsers stop at a tab.
        if (typeof scalar.value === 'string' && /^=$|\t/.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE'
      },
    })
    return { yaml: document.toString({ indent, lineWidth: line_width }) }
  },
})

/** A number that needs an exponent: without a dot YAML 1.1 reads it as a string. */
const EXPONENT: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
  // Nothing is parsed here, only written.
  test: /^\b$/,
  resolve: Number,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce<number>((most, member) => Math.max(most, depthOf(member)), 0)
}
