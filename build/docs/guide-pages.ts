import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocPage } from './doc-page.ts'

/** The guides of docs/guides, in the order in which one reads them. */
export const GUIDES = [
  'start',
  'calls',
  'batches',
  'streams',
  'jobs',
  'memory',
  'keys',
  'credits',
  'receipts',
  'mcp',
  'providers',
  'webhooks',
  'backup',
  'operations',
] as const

/** The pages of the guides. @param folder docs/guides */
export function guidePages(folder: string): DocPage[] {
  return GUIDES.map((name) => {
    const text = readFileSync(join(folder, `${name}.md`), 'utf8')
    const [, title, summary, rest] = /^# (.+)\n\n((?:.+\n)+)([\s\S]*)$/.exec(text) ?? []
    if (title === undefined || summary === undefined)
      throw new Error(`docs/guides/${name}.md needs a title and a first sentence.`)
    return {
      path: `guides/${name}`,
      title,
      summary: summary.trim().replaceAll('\n', ' '),
      section: 'Guides',
      group: null,
      markdown: `${summary.trim()}\n\n${(rest ?? '').trim()}`,
    }
  })
}
