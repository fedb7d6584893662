import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { jsonField, readWrittenJson } from '../lib/json-document.ts'

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
  version: 4,
  cacheable: true,
  worker: true,
  aliases: ['json-to-yaml'],
  mainField: 'json',
  related: ['text-yaml-to-json', 'text-json-format', 'data-toml-to-json'],
  takes: { json: ['json'] },
  gives: 'yaml',
  mainOutput: 'yaml',

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

  prepare: () => import('./lib/yaml-writer.ts'),
  handler: async ({ json, ...layout }) => {
    const { writeYaml } = await import('./lib/yaml-writer.ts')
    return { yaml: writeYaml(readWrittenJson(json, 'json'), layout) }
  },
})
