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

/** Pages of docs/ that are guides as well. */
const OTHERS = ['install', 'team-budget'] as const

/** The pages of the guides. @param folder docs */
export function guidePages(folder: string): DocPage[] {
  const [start, ...guides] = GUIDES.map((name) => guidePage(name, join(folder, 'guides', `${name}.md`)))
  return [start!, ...OTHERS.map((name) => guidePage(name, join(folder, `${name}.md`))), ...guides]
}

function guidePage(name: string, file: string): DocPage {
  const [, title, first, rest] = /^# (.+)\n\n((?:.+\n)+)([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? []
  if (title === undefined || first === undefined)
    throw new Error(`${file} needs a title and a first sentence.`)
  return {
    path: `guides/${name}`,
    title,
    summary: firstSentenceOf(first),
    section: 'Guides',
    group: null,
    markdown: linked(`${first.trim()}\n\n${(rest ?? '').trim()}`),
  }
}

// In the checkout, a guide names another by its file.
function linked(markdown: string): string {
  return markdown.replace(/\]\((?:guides\/)?([\w-]+)\.md(#[\w-]+)?\)/g, '](/docs/guides/$1$2)')
}

function firstSentenceOf(paragraph: string): string {
  const text = paragraph.trim().replaceAll('\n', ' ').replace(/[*`]/g, '')
  return /^.*?[.:](?= |$)/.exec(text)?.[0] ?? text
}
