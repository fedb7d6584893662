import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../../src-main/gateway/route.ts'
import type { OpenApiDocument } from '../../src-main/gateway/openapi/openapi-document.ts'
import type { DescribedTool } from '../../src-main/registry/described-tool.ts'
import { apiPages } from './api-pages.ts'
import { commandPages, type HelpReader } from './command-pages.ts'
import { addressOf, escaped, SECTIONS, type DocPage } from './doc-page.ts'
import { errorPages } from './error-pages.ts'
import { guidePages } from './guide-pages.ts'
import { htmlOf, markdownAddressOf } from './layout.ts'
import { toolPages } from './tool-pages.ts'

/** What the manual is made of. */
export interface DocSources {
  /** The checkout. */
  readonly root: string
  readonly tools: readonly DescribedTool[]
  readonly openApi: OpenApiDocument
  readonly routes: readonly Route[]
  readonly readHelp: HelpReader
}

/** All pages of the manual, the first one first. */
export async function manualPages({
  root,
  tools,
  openApi,
  routes,
  readHelp,
}: DocSources): Promise<DocPage[]> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const pages = [
    ...guidePages(join(root, 'docs')),
    ...apiPages(openApi, routes),
    ...toolPages(tools),
    ...(await commandPages(readHelp)),
    ...errorPages(read('docs/decisions/errors.md'), read('docs/errors.md')),
  ]
  return [firstPage(pages), ...pages]
}

/** The files of the manual, by their address on the gateway; those of a page beside each other, to pack them well. */
export function manualFiles(pages: readonly DocPage[], root: string): ReadonlyMap<string, string> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  return new Map([
    ...pages.flatMap((page) => [
      [`/docs/${page.path === '' ? 'index' : page.path}.html`, htmlOf(page, pages)] as const,
      [
        markdownAddressOf(page),
        `# ${page.title}

${page.markdown}
`,
      ] as const,
    ]),
    ['/docs/docs.css', bothThemes(read('src-renderer/styles/tokens.css')) + read('build/docs/docs.css')],
    ['/docs/docs.js', read('build/docs/docs.js')],
    ['/docs/llms.txt', llmsText(pages)],
  ])
}

function firstPage(pages: readonly DocPage[]): DocPage {
  const parts = SECTIONS.map((section) => {
    const own = pages.filter(
      (page) => page.section === section && (section === 'Guides' || page.group === null),
    )
    const shown = section === 'Errors' ? own.slice(0, 1) : own
    const items = shown.map(
      (page) => `- [${escaped(page.title)}](${addressOf(page)}): ${escaped(page.summary)}`,
    )
    return `## ${section}\n\n${items.join('\n')}`
  })
  return {
    path: '',
    title: 'The manual',
    summary: 'How to use Toolgate: guides, every tool, every request, every command and every error.',
    section: 'Guides',
    group: null,
    markdown: parts.join('\n\n'),
  }
}

/** See https://llmstxt.org: a list of pages for language models. */
function llmsText(pages: readonly DocPage[]): string {
  const parts = SECTIONS.map((section) => {
    const own = pages.filter((page) => page.section === section && page.path !== '')
    return `## ${section}\n\n${own.map((page) => `- [${page.title}](${markdownAddressOf(page)}): ${page.summary}`).join('\n')}`
  })
  return [
    '# Toolgate',
    '> A local gateway that serves small, well-made tools at one address on your own machine.',
    ...parts,
    '',
  ].join('\n\n')
}

/** The app keeps a choice of theme; the manual follows the system. */
function bothThemes(tokens: string): string {
  const dark = /\[data-theme='dark'\] (\{[\s\S]*?\n\})/.exec(tokens)
  if (!dark) throw new Error('tokens.css has no dark theme.')
  const light = tokens.slice(0, dark.index)
  return `${light}\n@media (prefers-color-scheme: dark) {\n:root ${dark[1]}\n}\n`
}
