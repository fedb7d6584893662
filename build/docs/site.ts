import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../../src-main/gateway/route.ts'
import type { OpenApiDocument } from '../../src-main/gateway/openapi/openapi-document.ts'
import type { DescribedTool } from '../../src-main/registry/described-tool.ts'
import { apiPages } from './api-pages.ts'
import { commandPages, type HelpReader } from './command-pages.ts'
import { SECTIONS, type DocPage } from './doc-page.ts'
import { errorPages } from './error-pages.ts'
import { guidePages } from './guide-pages.ts'
import { startPage } from './start-page.ts'
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
  /** The files of the page's fonts by their family, with weights in one file. */
  readonly fonts: Readonly<Record<string, string>>
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
    ...toolPages(tools, read('docs/decisions/errors.md')),
    ...(await commandPages(readHelp)),
    ...errorPages(read('docs/decisions/errors.md'), read('docs/errors.md')),
  ]
  return [startPage(tools), ...pages]
}

/** The files of the manual, by their address on the gateway; those of a page beside each other, to pack them well. */
export function manualFiles(
  pages: readonly DocPage[],
  { root, fonts }: Pick<DocSources, 'root' | 'fonts'>,
): ReadonlyMap<string, string> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  return new Map([
    ...pages.flatMap((page) => [
      [`/docs/${page.path === '' ? 'index' : page.path}.html`, htmlOf(page, pages)] as const,
      [markdownAddressOf(page), markdownOf(page)] as const,
    ]),
    [
      '/docs/docs.css',
      read('src-renderer/styles/tokens.css') + fontFaces(fonts) + read('build/docs/docs.css'),
    ],
    ['/docs/docs.js', read('build/docs/docs.js')],
    ['/docs/llms.txt', llmsText(pages)],
  ])
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

/** A page's twin for readers without a browser. */
function markdownOf({ title, markdown, aside }: DocPage): string {
  return `${[`# ${title}`, markdown, ...(aside === undefined ? [] : [aside])].join('\n\n')}\n`
}

function fontFaces(fonts: DocSources['fonts']): string {
  return Object.entries(fonts)
    .map(
      ([family, file]) =>
        `@font-face{font-family:"${family}";src:url("/${file}") format("woff2");font-weight:100 900;font-display:swap}\n`,
    )
    .join('')
}
