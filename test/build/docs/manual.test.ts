import { beforeAll, describe, expect, it } from 'vitest'
import { COMMAND_GROUPS } from '../../../src-main/command-line/command-list.ts'
import { loadTool, TOOL_MODULES } from '../../../src-main/tools/index.ts'
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

  it('shows of each tool its price, its version, how to try it, and what it holds', async () => {
    for (const slug of Object.keys(TOOL_MODULES)) {
      const { credits, version = 1, standards = [], examples } = (await loadTool(slug))!
      const page = files.get(`/docs/tools/${slug}.md`)!
      const price = credits === 0 ? '- free' : `- ${credits} credit${credits === 1 ? '' : 's'}\n`
      expect(page, slug).toContain(price)
      expect(page, slug).toContain(`- version ${version}\n`)
      expect(page, slug).toContain(`[Open in Tools](/#/tools/${slug})`)
      const small = examples.filter(({ input }) => JSON.stringify(input).length < 300)
      expect(page.split(`](/#/tools/${slug}?input=`).length - 1, slug).toBeGreaterThanOrEqual(small.length)
      for (const { name, passed, cases } of standards) {
        expect(page, slug).toContain(`Held to ${name}`)
        expect(page, slug).toContain(
          `${passed.toLocaleString('en-US')} of ${cases.toLocaleString('en-US')}`,
        )
      }
    }
  })

  it('colours code without a change to its text', () => {
    const html = files.get('/docs/tools/crypto-hash-sha256.html')!
    for (const name of ['c-str', 'c-num', 'c-key', 'c-kw'])
      expect(html, name).toContain(`<span class="${name}">`)
    const twin = files.get('/docs/tools/crypto-hash-sha256.md')!
    const written = [...twin.matchAll(/^```\w+.*\n([\s\S]*?)\n```$/gm)].map(([, code]) => code!)
    const shown = [...html.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code]) => textOf(code!))
    expect(shown).toEqual(written)
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

function textOf(html: string): string {
  return html
    .replace(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

const KNOWN_TAGS = new Set(
  `html body a p ul ol li div main article section h1 h2 h3 footer aside blockquote
   table thead tbody tr th td pre code span strong em br`.split(/\s+/),
)

/** What the gateway serves besides the manual. */
const OUTSIDE = new Set(['/', '/favicon.svg', '/theme-boot.js', '/v1/openapi.json'])

/** A tool's form in the app, with an input that is an object. */
function isGoodForm(address: string): boolean {
  const [slug = '', query = ''] = address.split('?')
  const input = new URLSearchParams(query).get('input')
  const isInput = input === null || JSON.parse(input).constructor === Object
  return Object.hasOwn(TOOL_MODULES, slug) && isInput
}

function isGood(target: string, from: string): boolean {
  if (target.startsWith('https://')) return true
  if (target.startsWith('/#/tools/')) return isGoodForm(target.slice('/#/tools/'.length))
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
