import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { jsonField, readWrittenJson } from '../lib/json-document.ts'

const NAME = /^[A-Za-z_][\w.-]{0,99}$/

export default defineTool({
  slug: 'data-json-to-xml',
  title: 'JSON to XML',
  summary:
    'Writes JSON as well-formed XML: members as elements, lists as repeated elements, @names ' +
    'as attributes.',
  searchWords: [
    'serialize',
    'soap',
    'markup',
    'object to xml',
    'xml writer',
    'make elements',
    'xml output',
    'create an xml file',
    'build xml',
    'object as markup',
    'xml generator',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 3,
  version: 3,
  cacheable: true,
  worker: true,
  mainField: 'json',
  related: ['text-xml-to-json'],
  takes: { json: ['json'] },
  gives: 'xml',
  mainOutput: 'xml',

  input: z.strictObject({
    json: jsonField('The value to write, in the form that text-xml-to-json gives'),
    root: z
      .string()
      .regex(NAME, 'Send an XML name of up to 100 letters, digits, - . and _')
      .optional()
      .describe('Name of the root element; default: the only member of the object, else root'),
    item: z
      .string()
      .regex(NAME, 'Send an XML name of up to 100 letters, digits, - . and _')
      .default('item')
      .describe('Name of the elements of a list that has no name of its own'),
    indent: z.int().min(0).max(8).default(2).describe('Spaces per level; 0 for a single line'),
    declaration: z.boolean().default(true).describe('Starts with <?xml version="1.0" encoding="UTF-8"?>'),
  }),
  output: z.strictObject({
    xml: z.string().describe('The XML text; null, "" and {} are empty elements'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('Empty lists, which repeat no element and so are not in the text; at most 100'),
  }),

  // By XML 1.0 (5th edition), sections 2.4, 2.8 and 3.1.
  examples: [
    {
      title: 'Attributes, texts and a list',
      input: { json: { list: { '@lang': 'en', item: ['a', 'b'] } }, indent: 0, declaration: false },
      output: { xml: '<list lang="en"><item>a</item><item>b</item></list>' },
    },
    {
      title: 'Characters that must be escaped',
      input: { json: { t: { '@a': '"<&', '#text': '<&>' } }, indent: 0, declaration: false },
      output: { xml: '<t a="&quot;&lt;&amp;">&lt;&amp;&gt;</t>' },
    },
    {
      title: 'A list needs a root and a name for its elements',
      input: { json: [1, null], root: 'numbers', item: 'n' },
      output: {
        xml: '<?xml version="1.0" encoding="UTF-8"?>\n<numbers>\n  <n>1</n>\n  <n/>\n</numbers>\n',
      },
    },
  ],

  prepare: () => import('./lib/xml-writer.ts'),
  handler: async ({ json, ...options }) => {
    const { writeXml } = await import('./lib/xml-writer.ts')
    const { xml, warnings } = writeXml(readWrittenJson(json, 'json'), options)
    return { xml, ...(warnings.length === 0 ? {} : { warnings }) }
  },
})
