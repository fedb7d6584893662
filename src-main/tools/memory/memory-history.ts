import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { keyField, namespaceField } from '../lib/memory-fields.ts'

/** Ten values of a megabyte each would be a long answer. */
const MAX_ANSWER_CHARS = 3_000_000

const version = z.strictObject({
  value: z.unknown().describe('The value'),
  tags: z.array(z.string()).describe('Its tags'),
  set_at: z.iso.datetime().describe('When it was set'),
})

export default defineTool({
  slug: 'memory-history',
  title: 'Earlier values',
  summary: "Lists the previous values of a key in the caller's own memory, up to ten.",
  searchWords: [
    'older version',
    'previous version',
    'undo',
    'past values',
    'revision',
    'changes of a note',
    'before',
    'what was it',
    'roll back',
    'audit a value',
    'version history',
    'value from yesterday',
    'what changed in a note',
    'old value',
    'earlier notes',
    'value last week',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 1,
  related: ['memory-get', 'memory-set'],
  mainField: 'key',
  gives: 'json',
  mainOutput: 'versions',

  input: z.strictObject({
    key: keyField().describe('The name the value is stored under'),
    namespace: namespaceField().default('default').describe('The namespace it is stored in'),
    limit: z.int().min(1).max(10).default(10).describe('Most values to list'),
  }),
  output: z.strictObject({
    found: z.boolean().describe('False if the key does not exist or has expired'),
    versions: z.array(version).describe('Its previous values, the latest first, without the current one'),
    truncated: z
      .boolean()
      .describe('Whether older values were omitted because of the limit or the length of the answer'),
  }),

  examples: [
    {
      title: 'A key that is not set has no history',
      input: { key: 'greeting' },
      output: { found: false, versions: [], truncated: false },
    },
    { title: 'The previous value', input: { key: 'cart', namespace: 'shop', limit: 1 } },
    { title: 'All stored values', input: { key: 'todo-1' } },
  ],

  handler: async ({ key, namespace, limit }, ctx) => {
    const found = (await ctx.memory.get(namespace, key)) !== null
    const history = await ctx.memory.history(namespace, key)
    let chars = 0
    const versions = history.slice(0, limit).filter(({ value }) => {
      chars += JSON.stringify(value).length
      return chars <= MAX_ANSWER_CHARS
    })
    return {
      found,
      versions: versions.map((one) => ({ ...one, tags: [...one.tags] })),
      truncated: versions.length < history.length,
    }
  },
})
