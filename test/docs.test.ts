import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allTools, cataloguePage, currentVersion, type Edition } from '../build/catalogue.ts'
import { ERROR_STATUS } from '../src-shared/errors.ts'
import { ROOT } from './support/sources/source-files.ts'
import { TestGateway } from './support/gateway/test-gateway.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => await gateway.close())

describe('README', () => {
  it('shows the answer that the gateway gives to the call above it', async () => {
    const readme = read('README.md')
    const sent = /-d '(\{"json".*\})'/.exec(readme)?.[1]
    const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '')
    const { json } = await gateway.send('/v1/code-json-to-typescript', { body: sent })
    expect(json.data).toEqual(shown.data)
    expect(json.meta.output_hash).toBe(shown.meta.output_hash)
    expect(Object.keys(json.meta).sort()).toEqual(Object.keys(shown.meta).sort())
    expect(json.guarantees).toEqual(shown.guarantees)
  })

  it('names only paths that the gateway serves', async () => {
    const paths = [...read('README.md').matchAll(/`(?:GET )?(\/[a-z.][\w./-]*)`/g)].map(
      (match) => match[1]!,
    )
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) {
      const { status, body } = await gateway.open(path, { method: 'GET' })
      // A stream would be read for ever.
      await body?.cancel()
      expect({ path, known: status !== 404 }).toEqual({ path, known: true })
    }
  })
})

describe('the specification, clause by clause', () => {
  const rows = [...read('docs/spec-coverage.md').matchAll(/^\| (.+) \| `(test\/[^`]+)`: (.+?) +\|$/gm)]

  it('has a row for each clause, and nothing in the tables but rows', () => {
    const lines = read('docs/spec-coverage.md').match(/^\| (?!Clause|-)/gm) ?? []
    expect(rows.length).toBeGreaterThan(80)
    expect(rows.length).toBe(lines.length)
  })

  it('names only tests that exist, by their titles', () => {
    const missing = rows.filter(([, , file = '', title = '']) => {
      const titles = existsSync(join(ROOT, file)) ? read(file) : ''
      return !titles.includes(title.replaceAll('\\', ''))
    })
    expect(missing.map(([row]) => row)).toEqual([])
  })
})

describe('the catalogue', () => {
  // A tool that was added since may be missing, so that adding one leaves the page alone.
  it('says the truth about each tool that it lists, and counts them', async () => {
    const page = read('docs/catalogue.md')
    const listed = new Set([...page.matchAll(/^\| `([\w-]+)`/gm)].map(([, slug]) => slug))
    const tools = (await allTools()).filter(({ slug }) => listed.has(slug))
    expect(tools.length).toBeGreaterThan(0)
    expect(page).toBe(await cataloguePage(tools, editionOf(page)))
  })

  it('is of the current version (npm run docs writes it)', () => {
    expect(editionOf(read('docs/catalogue.md')).version).toBe(currentVersion())
  })

  function editionOf(page: string): Edition {
    const [, version = '', date = ''] = /as of version (\S+) on (\d{4}-\d\d-\d\d)\./.exec(page) ?? []
    return { version, date }
  }
})

describe('the documents', () => {
  it('list every error code with its status, and no other', () => {
    const rows = [...read('docs/decisions/errors.md').matchAll(/^\| `(\w+)` +\| (\d{3}) +\|/gm)]
    const listed = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))
    expect(listed).toEqual(ERROR_STATUS)
  })

  it('name a test or a command under each promise of SECURITY.md', () => {
    const promises = read('SECURITY.md')
      .split('## What is')[1]!
      .matchAll(/^- ((?:.|\n {2})+)/gm)
    const texts = Array.from(promises, ([, text]) => text!)
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.filter((text) => !/`(?:test\/|npm run |npx node |toolgate )/.test(text))).toEqual([])
  })
})
