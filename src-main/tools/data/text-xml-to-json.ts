import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { toJsonTree } from '../lib/json-tree.ts'
import { STANDARDS } from '../lib/standards.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_CHARS = 1024 * 1024

export default defineTool({
  slug: 'text-xml-to-json',
  title: 'XML to JSON',
  summary: 'Turns XML into JSON: attributes as members with a prefix, repeated elements as lists.',
  searchWords: [
    'parse xml',
    'soap',
    'sitemap',
    'xml to object',
    'read xml',
    'elements',
    'markup',
    'xml reader',
    'convert feed',
    'report into objects',
    'convert xml',
    'soap response',
    'data from xml',
    'xml parser',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 3,
  version: 5,
  standards: [STANDARDS.xml],
  cacheable: true,
  worker: true,
  aliases: ['data-xml-to-json'],
  mainField: 'xml',
  related: ['data-json-to-xml', 'text-json-path'],
  takes: { xml: ['xml'] },
  firstFor: ['xml'],
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    xml: wellFormedText(MAX_CHARS)
      .min(1)
      .describe('The XML document; a DTD is ignored, entities that it declares are rejected'),
    attribute_prefix: z
      .string()
      .regex(/^[@_$:#.-]{0,4}$/, 'Send up to 4 of the characters @ _ $ : # . -')
      .default('@')
      .describe('Prefix of attribute names in the JSON'),
    text_name: z
      .string()
      .regex(/^[#$_A-Za-z][\w#$-]{0,31}$/, 'Send a name of up to 32 letters, digits, # $ _ and -')
      .default('#text')
      .describe('The member that holds the text of an element with attributes or children'),
    lists: z
      .array(wellFormedText(200).min(1))
      .max(200)
      .default([])
      .describe('Names of elements that are always a list, even if there is only one'),
    infer_types: z
      .boolean()
      .default(false)
      .describe('Converts numbers and true/false if they can be written back unchanged'),
    trim: z.boolean().default(true).describe('Drops white space around text and between elements'),
    remove_namespaces: z.boolean().default(false).describe('Drops the namespace prefix of names'),
  }),
  output: z.strictObject({
    root: z.string().describe('The name of the root element'),
    result: z
      .unknown()
      .describe('The root element under its name. The order of text among child elements is not kept'),
  }),

  // By XML 1.0 (5th edition): sections 2.1, 3.1, 3.3, 4.1 and 4.6; the form of the JSON as
  // described above.
  examples: [
    {
      title: 'Repeated elements and an attribute',
      input: { xml: '<?xml version="1.0"?>\n<list lang="en"><item>a</item><item>b</item></list>' },
      output: { root: 'list', result: { list: { '@lang': 'en', item: ['a', 'b'] } } },
    },
    {
      title: 'The five predefined entities, character references and CDATA',
      input: { xml: '<t a="&quot;">&lt;&amp;&gt;&apos;&#65;&#x1F600;<![CDATA[<&amp;>]]></t>' },
      output: { root: 't', result: { t: { '@a': '"', '#text': "<&>'A😀<&amp;>" } } },
    },
    {
      title: 'Conversion of types that loses nothing',
      input: { xml: '<r><n>12</n><zip>01234</zip><ok>true</ok></r>', infer_types: true, lists: ['n'] },
      output: { root: 'r', result: { r: { n: [12], zip: '01234', ok: true } } },
    },
  ],

  prepare: () => import('./lib/xml-reader.ts'),
  handler: async ({ xml, ...options }) => {
    const { readXml } = await import('./lib/xml-reader.ts')
    const document = readXml(xml, options)
    return { root: Object.keys(document)[0] ?? '', result: toJsonTree(document, 'xml').value }
  },
})
