import { beforeAll, describe, expect, it } from 'vitest'
import { COMMAND_GROUPS } from '../../../src-main/command-line/command-list.ts'
import { TOOL_MODULES } from '../../../src-main/tools/index.ts'
import { ERROR_STATUS } from '../../../src-shared/errors.ts'
import { manualOfSources } from '../../support/docs/manual-of-sources.ts'

let files: ReadonlyMap<string, string>

beforeAll(async () => {
  files = await manualOfSources()
})

/** The file that the gateway answers for an address below /docs. */
function fileAt(address: string): string | undefined {
  const path = address.replace(/\/$/, '')
  const at = path === '/docs' ? '/docs/index' : path
  return files.get(at) ?? files.get(`${at}.html`)
}

const pages = () => [...files].filter(([address]) => address.endsWith('.html'))

describe('the manual', () => {
  it('has a page for every tool, error code and command, in both forms', () => {
    const wanted = [
      ...Object.keys(TOOL_MODULES).map((slug) => `tools/${slug}`),
      ...Object.keys(ERROR_STATUS).map((code) => `errors/${code}`),
      ...Object.values(COMMAND_GROUPS).flatMap((commands) =>
        Object.keys(commands).map((name) => `cli/${name}`),
      ),
    ]
    const missing = wanted
      .flatMap((path) => [`/docs/${path}.html`, `/docs/${path}.md`])
      .filter((address) => !files.has(address))
    expect(missing).toEqual([])
  })

  it('has no broken link: every address and every anchor is there', () => {
    const broken = pages().flatMap(([address, html]) =>
      [...html.matchAll(/(?:href|src)="([^"]+)"/g)]
        .map(([, target]) => target!.replaceAll('&amp;', '&'))
        .filter((target) => !isGood(target, address))
        .map((target) => `${address} -> ${target}`),
    )
    expect(broken).toEqual([])
  })

  it('has twins whose every link leads to a page, a heading or an address outside', () => {
    const twins = [...files].filter(([address]) => /\.(md|txt)$/.test(address))
    const broken = twins.flatMap(([address, text]) =>
      [...text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !isGood(target, address))
        .map((target) => `${address} -> ${target}`),
    )
    expect(twins.length).toBeGreaterThan(270)
    expect(broken).toEqual([])
  })

  it('lists every page for language models', () => {
    const listed = new Set(
      [...files.get('/docs/llms.txt')!.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => address),
    )
    const twins = [...files.keys()].filter(
      (address) => address.endsWith('.md') && address !== '/docs/index.md',
    )
    expect(twins.filter((address) => !listed.has(address))).toEqual([])
  })

  it('shows no value that is missing', () => {
    const faults = pages().filter(([, html]) =>
      />undefined<|\[object |>NaN</.test(html.replace(/<pre[\s\S]*?<\/pre>/g, '')),
    )
    expect(faults.map(([address]) => address)).toEqual([])
  })

  it("keeps a tool's text from becoming HTML", () => {
    for (const [address, html] of pages()) {
      const tags = new Set(
        [...html.slice(html.indexOf('<main')).matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag]) =>
          tag!.toLowerCase(),
        ),
      )
      expect(
        [...tags].filter((tag) => !KNOWN_TAGS.has(tag)),
        address,
      ).toEqual([])
    }
  })
})

const KNOWN_TAGS = new Set(
  `html body a p ul ol li div main article section h1 h2 h3 footer aside blockquote
   table thead tbody tr th td pre code strong em br`.split(/\s+/),
)

/** What the gateway serves besides the manual. */
const OUTSIDE = new Set(['/', '/favicon.svg', '/theme-boot.js', '/v1/openapi.json'])

function isGood(target: string, from: string): boolean {
  if (target.startsWith('https://')) return true
  if (target.startsWith('/#/tools/')) return Object.hasOwn(TOOL_MODULES, target.slice('/#/tools/'.length))
  if (OUTSIDE.has(target)) return true
  const [path = '', anchor] = target.split('#')
  const html =
    path === ''
      ? files.get(from.replace(/\.md$/, '.html'))
      : path.startsWith('/docs')
        ? fileAt(path)
        : undefined
  return html !== undefined && (anchor === undefined || html.includes(`id="${anchor}"`))
}
