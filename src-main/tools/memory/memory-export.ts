import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { exportedEntry, MAX_PORTED_CHARS, MAX_PORTED_ENTRIES } from './lib/memory-export-entry.ts'
import { namespaceField } from '../lib/memory-fields.ts'
import { nextCursor, readCursor, toCursor } from '../lib/memory-page.ts'
import type { SessionMemory } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'memory-export',
  title: 'Export memory',
  summary: "Writes a namespace of the caller's own memory as JSON that memory-import can restore.",
  searchWords: [
    'backup',
    'back up',
    'dump',
    'save to a file',
    'download memory',
    'snapshot',
    'archive',
    'everything remembered',
    'migrate',
    'memory dump',
    'all my notes',
    'save all entries',
    'copy of my memory',
    'download everything',
    'full copy',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 1,
  related: ['memory-import', 'memory-namespace-list'],
  mainField: 'namespace',
  gives: 'json',
  mainOutput: 'entries',

  input: z.strictObject({
    namespace: namespaceField().default('default').describe('The namespace to export'),
    cursor: wellFormedText(4_096).optional().describe('next_cursor of the previous page'),
  }),
  output: z.strictObject({
    namespace: z.string().describe('The namespace that was exported'),
    entries: z
      .array(exportedEntry)
      .describe('Its entries by key, at most 100 and as many as memory-import accepts at once'),
    count: z.int().min(0).describe('Number of entries'),
    next_cursor: nextCursor,
  }),

  examples: [
    {
      title: 'Nothing is stored yet',
      input: {},
      output: { namespace: 'default', entries: [], count: 0, next_cursor: null },
    },
    { title: 'The results of a session', input: { namespace: 'my-session' } },
    { title: 'The kv store', input: { namespace: 'kv' } },
  ],

  handler: async ({ namespace, cursor }, ctx) => {
    const after = cursor === undefined ? undefined : readCursor(cursor, z.string())
    const { entries, more } = await read(ctx.memory, namespace, after)
    const last = more ? entries.at(-1) : undefined
    return { namespace, entries, count: entries.length, next_cursor: last ? toCursor(last.key) : null }
  },
})

type Entry = z.infer<typeof exportedEntry>

// The list has no values; they are read one by one until the page is full.
async function read(
  memory: SessionMemory,
  namespace: string,
  start: string | undefined,
): Promise<{ entries: Entry[]; more: boolean }> {
  const entries: Entry[] = []
  let chars = 0
  let from = start
  for (let more = true; more;) {
    const after = from === undefined ? undefined : { namespace, key: from }
    const page = await memory.list({ namespace, limit: 100, after })
    for (const { key } of page.entries) {
      const record = await memory.get(namespace, key)
      if (!record) continue
      chars += key.length + JSON.stringify(record.value).length
      if (entries.length > 0 && (chars > MAX_PORTED_CHARS || entries.length === MAX_PORTED_ENTRIES))
        return { entries, more: true }
      const { value, tags, created_at, expires_at } = record
      entries.push({ key, value, tags: [...tags], created_at, expires_at })
    }
    from = page.entries.at(-1)?.key
    more = page.more
  }
  return { entries, more: false }
}
