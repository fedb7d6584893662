import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { keyField, namespaceField } from '../lib/memory-fields.ts'

/** Ten values of a megabyte each would be a long answer. */
const MAX_ANSWER_CHARS = 3_000_000

const version = z.strictObject({
  value: z.unknown().describe('What the key held'),
  tags: z.array(z.string()).describe('The tags it had'),
  set_at: z.iso.datetime().describe('When that was set'),
})

export default defineTool({
  slug: 'memory-history',
  title: 'Earlier values',
  summary: "Lists what a key of the caller's own memory held before, up to ten values back.",
  category: 'Memory',
  tier: 'memory',
  credits: 1,
  related: ['memory-get', 'memory-set'],
  mainField: 'key',

  input: z.strictObject({
    key: keyField().describe('The name the value is stored under'),
    namespace: namespaceField().default('default').describe('The namespace it is stored in'),
    limit: z.int().min(1).max(10).default(10).describe('The most values to list'),
  }),
  output: z.strictObject({
    found: z.boolean().describe('False when there is no such key now, or it has expired'),
    versions: z
      .array(version)
      .describe('What it held before, the last value first; its value now is not among them'),
    truncated: z
      .boolean()
      .describe('Whether older ones were left out, for limit or since the answer would be too long'),
  }),

  examples: [
    {
      title: 'A key that is not set has no history',
      input: { key: 'greeting' },
      output: { found: false, versions: [], truncated: false },
    },
    { title: 'The value before', input: { key: 'cart', namespace: 'shop', limit: 1 } },
    { title: 'All that is kept', input: { key: 'todo-1' } },
  ],

  handler: ({ key, namespace, limit }, ctx) => {
    const found = ctx.memory.get(namespace, key) !== null
    const history = ctx.memory.history(namespace, key)
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
