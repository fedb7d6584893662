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
  'files',
  'keys',
  'credits',
  'receipts',
  'mcp',
  'providers',
  'webhooks',
  'recipes',
  'backup',
  'operations',
] as const

/** Pages of docs/ that are guides as well. */
const OTHERS = ['install', 'sources', 'team-budget'] as const

/** The pages of the guides. @param folder docs */
export function guidePages(folder: string): DocPage[] {
  const [start, ...guides] = GUIDES.map((name) => guidePage(name, join(folder, 'guides', `${name}.md`)))
  return [start!, ...OTHERS.map((name) => guidePage(name, join(folder, `${name}.md`))), ...guides]
}

/** The guides that are in another part of the menu. */
const SECTION_OF: Readonly<Record<string, DocPage['section']>> = {
  start: 'Start',
  install: 'Start',
  mcp: 'Start',
  keys: 'Operations',
  providers: 'Operations',
  backup: 'Operations',
  operations: 'Operations',
  'team-budget': 'Operations',
}

/** Everyday words for the subjects of guides. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  start: ['getting started', 'first call', 'quick start', 'tutorial'],
  install: ['download', 'set up', 'docker', 'debian', 'npm', 'windows', 'service', 'uninstall'],
  calls: ['request', 'response', 'envelope', 'header', 'idempotency', 'retry', 'dry run', 'cache'],
  batches: ['many calls at once', 'csv', 'bulk', 'resume', 'rows'],
  streams: ['server-sent events', 'sse', 'progress', 'tokens as they arrive'],
  jobs: ['async', 'background', 'queue', 'long running', 'poll'],
  sources: ['mcp server', 'add tools', 'stdio', 'extension', 'plugin', 'third party'],
  memory: ['remember', 'session', 'namespace', 'store values', 'agent state'],
  files: ['upload', 'attachment', 'document', 'picture', 'by reference', 'large input'],
  keys: ['api key', 'token', 'permission', 'scope', 'team', 'revoke', 'rate limit'],
  credits: ['price', 'cost', 'balance', 'buy', 'refund', 'budget', 'billing'],
  receipts: ['verify', 'signature', 'proof', 'hash', 'tamper'],
  mcp: ['connect claude', 'cursor', 'agent', 'model context protocol', 'claude desktop', 'vs code'],
  providers: ['openai', 'anthropic', 'ollama', 'language model', 'llm key'],
  webhooks: ['callback', 'notify', 'signature'],
  backup: ['restore', 'snapshot', 'move to another machine', 'export'],
  operations: ['metrics', 'monitoring', 'log', 'prometheus', 'opentelemetry', 'upgrade', 'health check'],
  'team-budget': ['hub', 'lease', 'several gateways', 'offline', 'shared credits'],
}

function guidePage(name: string, file: string): DocPage {
  const [, title, first, rest] = /^# (.+)\n\n((?:.+\n)+)([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? []
  if (title === undefined || first === undefined)
    throw new Error(`${file} needs a title and a first sentence.`)
  return {
    path: `guides/${name}`,
    title,
    summary: firstSentenceOf(first),
    section: SECTION_OF[name] ?? 'Guides',
    group: null,
    words: WORDS[name] ?? [],
    markdown: linked(`${first.trim()}\n\n${(rest ?? '').trim()}`),
  }
}

/** Files whose page is not a guide. */
const PARTS: Readonly<Record<string, string>> = { errors: 'errors', catalogue: 'tools' }

// In the checkout, a guide names another page by its file.
function linked(markdown: string): string {
  return markdown.replace(
    /\]\((?:\.\.\/|guides\/)?([\w-]+)\.md(#[\w-]+)?\)/g,
    (_link, name: string, anchor = '') => `](/docs/${PARTS[name] ?? `guides/${name}`}${anchor})`,
  )
}

function firstSentenceOf(paragraph: string): string {
  const text = paragraph.trim().replaceAll('\n', ' ').replace(/[*`]/g, '')
  return /^.*?[.:](?= |$)/.exec(text)?.[0] ?? text
}
