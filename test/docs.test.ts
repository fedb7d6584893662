import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allTools, cataloguePage, COUNTING_PAPERS, withCount } from '../build/catalogue.ts'
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
  it('shows an answer that the gateway does not give to the call above it', async () => {
    const readme = read('README.md')
    const sent = /-d '(\{"json".*\})'/.exec(readme)?.[1]
    const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '')
    const { json } = await gateway.send('/v1/code-json-to-typescript', { body: sent })
    expect(json.data).toEqual(shown.data)
    expect(json.meta.output_hash).toBe(shown.meta.output_hash)
    expect(Object.keys(json.meta).sort()).toEqual(Object.keys(shown.meta).sort())
    expect(json.guarantees).toEqual(shown.guarantees)
  })

  it('names paths that the gateway does not serve', async () => {
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

describe('the catalogue', () => {
  it('is not what the registry says; node build/catalogue.ts writes it', async () => {
    expect(read('docs/catalogue.md')).toBe(await cataloguePage(await allTools()))
  })

  it('is counted wrongly elsewhere', () => {
    const count = gateway.instance.services.registry.tools.length
    for (const name of COUNTING_PAPERS) {
      const paper = read(name)
      expect(paper, name).toContain(`**${count} tools**`)
      expect(paper, name).toBe(withCount(paper, count))
    }
  })
})

describe('the papers', () => {
  it('leave out an error code, or list one that is gone', () => {
    const rows = [...read('docs/decisions.md').matchAll(/^\| `(\w+)` +\| (\d{3}) +\|/gm)]
    const listed = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))
    expect(listed).toEqual(ERROR_STATUS)
  })

  it('link to a file or a test that is not there', () => {
    const papers = [
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'docs/architecture.md',
      'docs/decisions.md',
      'docs/catalogue.md',
    ]
    const missing = papers.flatMap((paper) => {
      const text = read(paper)
      const folder = paper.includes('/') ? 'docs' : '.'
      const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path]) => join(folder, path!))
      const named = [...text.matchAll(/`((?:test|src-[a-z]+|build)\/[\w./-]+)`/g)].map(([, path]) => path!)
      return [...links, ...named]
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${paper}: ${path}`)
    })
    expect(missing).toEqual([])
  })
})
