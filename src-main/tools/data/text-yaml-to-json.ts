import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { toJsonTree } from '../lib/json-tree.ts'
import { STANDARDS } from '../lib/standards.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_CHARS = 256 * 1024

export default defineTool({
  slug: 'text-yaml-to-json',
  title: 'YAML to JSON',
  summary: 'Turns YAML 1.2 text, including anchors, block strings and several documents, into JSON.',
  searchWords: [
    'read config',
    'parse yaml',
    'kubernetes manifest',
    'helm',
    'docker compose',
    'yaml to object',
    'k8s',
    'load yaml',
    'yaml reader',
    'yaml parser',
    'config to json',
    'check yaml',
    'yaml to dict',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 3,
  version: 4,
  standards: [STANDARDS.yaml],
  cacheable: true,
  worker: true,
  aliases: ['data-yaml-to-json', 'convert-yaml-json', 'yaml-to-json'],
  mainField: 'yaml',
  related: ['data-json-to-yaml', 'text-json-format'],
  takes: { yaml: ['yaml'] },
  firstFor: ['yaml'],
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    yaml: wellFormedText(MAX_CHARS).describe(
      'The YAML text; a document may declare %YAML 1.1 to be read as such',
    ),
    merge_keys: z
      .boolean()
      .default(true)
      .describe('Merges the target of `<<` into the mapping, as in YAML 1.1 and as most files expect'),
  }),
  output: z.strictObject({
    result: z.unknown().describe('The value of the document; a list of values if there are several'),
    document_count: z.int().min(0).describe('Number of documents; an empty text has none and is null'),
    warnings: z
      .array(z.string())
      .describe(
        'Values that JSON cannot represent, such as integers past 2^53, and how they were converted',
      ),
  }),

  // Examples of the YAML 1.2.2 specification, chapter 2.
  examples: [
    {
      title: 'A mapping of scalars to sequences (example 2.3)',
      input: {
        yaml: 'american:\n- Boston Red Sox\n- Detroit Tigers\nnational:\n- New York Mets\n- Chicago Cubs\n',
      },
      output: {
        result: {
          american: ['Boston Red Sox', 'Detroit Tigers'],
          national: ['New York Mets', 'Chicago Cubs'],
        },
        document_count: 1,
        warnings: [],
      },
    },
    {
      title: 'A node that appears twice (example 2.10)',
      input: {
        yaml:
          '---\nhr:\n- Mark McGwire\n# Following node labeled SS\n- &SS Sammy Sosa\n' +
          'rbi:\n- *SS # Subsequent occurrence\n- Ken Griffey\n',
      },
      output: {
        result: { hr: ['Mark McGwire', 'Sammy Sosa'], rbi: ['Sammy Sosa', 'Ken Griffey'] },
        document_count: 1,
        warnings: [],
      },
    },
    {
      title: 'Line breaks that a folded string keeps and drops (example 2.15)',
      input: {
        yaml:
          '>\n Sammy Sosa completed another\n fine season with great stats.\n\n' +
          '   63 Home Runs\n   0.288 Batting Average\n\n What a year!\n',
      },
      output: {
        result:
          'Sammy Sosa completed another fine season with great stats.\n\n' +
          '  63 Home Runs\n  0.288 Batting Average\n\nWhat a year!\n',
        document_count: 1,
        warnings: [],
      },
    },
  ],

  prepare: () => import('./lib/yaml-documents.ts'),
  handler: async ({ yaml, merge_keys }) => {
    const { readYaml } = await import('./lib/yaml-documents.ts')
    const { values, warnings } = readYaml(yaml, { merge: merge_keys })
    const tree = toJsonTree(values.length > 1 ? values : values[0], 'yaml')
    return {
      result: tree.value,
      document_count: values.length,
      warnings: [...warnings, ...tree.warnings].slice(0, 100),
    }
  },
})
