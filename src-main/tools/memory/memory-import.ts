import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { exportedEntry, MAX_PORTED_CHARS, MAX_PORTED_ENTRIES } from './lib/memory-export-entry.ts'
import { checkStorable, namespaceField } from '../lib/memory-fields.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

export default defineTool({
  slug: 'memory-import',
  title: 'Import memory',
  summary: "Restores entries written by memory-export to the caller's own memory, all of them or none.",
  searchWords: [
    'restore',
    'backup',
    'load a dump',
    'bring back',
    'upload memory',
    'from a file',
    'recover',
    'migrate',
    'load notes',
    'put entries back',
    'bring a backup back',
    'restore notes',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 1,
  sideEffects: true,
  related: ['memory-export', 'memory-list'],
  mainField: 'entries',
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    entries: z
      .array(exportedEntry)
      .min(1)
      .max(MAX_PORTED_ENTRIES)
      .describe(
        'Entries as memory-export writes them: at most one page, which is 100 entries or 300,000 ' +
          'characters',
      ),
    namespace: namespaceField().default('default').describe('The namespace to restore them to'),
    existing: z
      .enum(['replace', 'keep'])
      .default('replace')
      .describe('What to do with keys that are already set'),
  }),
  output: z.strictObject({
    namespace: z.string().describe('The namespace of the entries'),
    written: z.int().min(0).describe('Number of entries written'),
    skipped: z.int().min(0).describe('Number of entries that had expired or were kept unchanged'),
  }),

  examples: [
    {
      title: 'Two entries',
      input: {
        entries: [
          { key: 'a', value: 1 },
          { key: 'b', value: [true], tags: ['x'] },
        ],
      },
      output: { namespace: 'default', written: 2, skipped: 0 },
    },
    {
      title: 'Expired entries are skipped',
      input: { entries: [{ key: 'a', value: 1, expires_at: '2000-01-01T00:00:00Z' }], namespace: 'copy' },
      output: { namespace: 'copy', written: 0, skipped: 1 },
    },
    {
      title: 'Without replacing existing entries',
      input: { entries: [{ key: 'a', value: 1 }], existing: 'keep' },
      output: { namespace: 'default', written: 1, skipped: 0 },
    },
  ],

  handler: async ({ entries, namespace, existing }, ctx) => {
    const now = ctx.now().getTime()
    const keys = new Set<string>()
    for (const [at, { key, value }] of entries.entries()) {
      if (keys.has(key))
        throw new InvalidInput(`entries.${at}.key`, 'This key occurs twice; send each key once')
      keys.add(key)
      checkStorable(value, `entries.${at}.value`)
    }
    const chars = entries.reduce(
      (sum, { key, value }) => sum + key.length + JSON.stringify(value).length,
      0,
    )
    if (entries.length > 1 && chars > MAX_PORTED_CHARS)
      throw new InvalidInput(
        'entries',
        `The entries have more than ${MAX_PORTED_CHARS} characters; send them in parts`,
      )
    const restored = entries.map(({ key, value, tags, created_at, expires_at }) => ({
      namespace,
      key,
      value,
      tags: [...new Set(tags)],
      createdAt: created_at === undefined ? now : Math.min(now, Date.parse(created_at)),
      expiresAt: expires_at === null ? null : Date.parse(expires_at),
    }))
    const written = await ctx.memory.restore(restored, existing === 'replace')
    return { namespace, written, skipped: entries.length - written }
  },
})
