import { request, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_STATUS, helpPageOf, type ErrorCode } from '../../src-shared/errors.ts'
import { Manual } from '../../src-main/gateway/page/manual.ts'
import { searchManual } from '../../src-main/gateway/page/manual-search.ts'
import { loadRegistry } from '../../src-main/registry/registry.ts'
import { TEST_FILES } from '../support/gateway/test-gateway.ts'
import { longestTurnMs } from '../support/turn-time.ts'
import { startTestGateway } from '../support/gateway/start-test-gateway.ts'

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(async () => await gateway.close())

const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  await fetch(`${gateway.url}${path}`, { headers })

/** An answer as it was sent, which fetch would have decompressed. */
async function raw(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }> {
  return await new Promise((resolve, reject) => {
    request(`${gateway.url}${path}`, { headers }, (answer) => {
      void answer.toArray().then((parts: Buffer[]) => {
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) })
      })
    })
      .on('error', reject)
      .end()
  })
}

describe('the manual on the gateway', () => {
  it.each([
    ['/docs', 'text/html; charset=utf-8', 'one address'],
    ['/docs/', 'text/html; charset=utf-8', 'one address'],
    ['/docs/tools/crypto-uuid', 'text/html; charset=utf-8', 'crypto-uuid'],
    ['/docs/tools/crypto-uuid.md', 'text/markdown; charset=utf-8', '## Takes'],
    ['/docs/errors/rate_limited', 'text/html; charset=utf-8', 'Retry-After'],
    ['/docs/llms.txt', 'text/plain; charset=utf-8', '# Toolgate'],
    ['/docs/docs.css', 'text/css; charset=utf-8', "[data-theme='dark']"],
  ])('answers %s without a key', async (path, type, text) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(await answer.text()).toContain(text)
  })

  it('runs no code but its own', async () => {
    const policy = (await get('/docs/')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  it.each([
    ['br', 'br, gzip', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    [undefined, 'identity', (bytes: Buffer) => bytes],
  ])('sends a page and its twin as %s to a caller that takes %s', async (coding, accepted, decode) => {
    for (const path of ['/docs/tools/crypto-uuid', '/docs/api/calls.md', '/docs/llms.txt']) {
      const plain = await raw(path, { 'accept-encoding': 'identity' })
      const coded = await raw(path, { 'accept-encoding': accepted })
      expect(coded.headers['content-encoding'], path).toBe(coding)
      expect(coded.headers['vary'], path).toBe('accept-encoding')
      expect(decode(coded.body).equals(plain.body), path).toBe(true)
      expect(coded.headers['x-output-hash'], path).toBe(plain.headers['x-output-hash'])
      const { etag = '' } = coded.headers
      expect(etag === plain.headers['etag'], path).toBe(coding === undefined)
      const again = await raw(path, { 'accept-encoding': accepted, 'if-none-match': etag })
      expect([again.status, again.body.length], path).toEqual([304, 0])
    }
  })

  it('lists its pages for language models at the root too', async () => {
    expect(await (await get('/llms.txt')).text()).toBe(await (await get('/docs/llms.txt')).text())
  })

  it.each([
    ['make a guid', 'tools/crypto-uuid'],
    ['rate_limited', 'errors/rate_limited'],
    ['too many requests', 'errors/rate_limited'],
    ['toolgate backup', 'cli/backup'],
    ['connect claude', 'guides/mcp'],
    ['cancel a job', 'api/calls'],
    ['sha256', 'tools/crypto-hash-sha256'],
  ])('finds what %s needs among the first three: %s', async (words, path) => {
    const answer = await get(`/docs/search?q=${encodeURIComponent(words)}`)
    const { pages } = (await answer.json()) as { pages: readonly { path: string }[] }
    expect(pages.slice(0, 3).map((page) => page.path)).toContain(path)
    expect(pages.length).toBeLessThanOrEqual(12)
  })

  it('shows what it found as plain text, without the signs of Markdown', async () => {
    const queries = [
      'idempotency',
      'rate limit',
      'validation',
      'timeout',
      'batch',
      'key',
      'json',
      'request',
      'model',
    ]
    const answers = queries.map(async (words) => await (await get(`/docs/search?q=${words}`)).json())
    const pages = (await Promise.all(answers)).flatMap(
      (answer) => answer.pages as { title: string; summary: string }[],
    )
    expect(pages.length).toBeGreaterThan(60)
    const marked = pages.filter(({ title, summary }) => /`|\*\*|\]\(/.test(`${title} ${summary}`))
    expect(marked).toEqual([])
  })

  it('lets other work go first while its first search reads all pages', async () => {
    const { builtIn } = await loadRegistry()
    const search = () =>
      longestTurnMs(async () => {
        const pages = await new Manual(TEST_FILES.pageDir).pages()
        expect(await searchManual(pages, builtIn, 'rate limit')).not.toEqual([])
      })
    // The least of three: a turn in which the garbage of other tests is collected says nothing about the search.
    const longest = Math.min(await search(), await search(), await search())
    // Catches: the words of all pages read in one go, which took 66 to 100 ms.
    expect(longest).toBeLessThan(50)
  })

  it('finds nothing for words that no page has, and refuses a search without words', async () => {
    expect(await (await get('/docs/search?q=zzzzzzzz')).json()).toEqual({ ok: true, pages: [] })
    expect((await get('/docs/search')).status).toBe(400)
  })

  it('has the page that the Link of an error leads to, for every code', async () => {
    const missing = await fetch(`${gateway.url}/v1/nothing`)
    expect(missing.headers.get('link')).toBe('</docs/errors/not_found>; rel="help"')
    const pages = (Object.keys(ERROR_STATUS) as ErrorCode[]).map(
      async (code) => await get(helpPageOf(code)),
    )
    expect(new Set((await Promise.all(pages)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  it.each(['/docs/nothing', '/docs/..%2f..%2fpackage.json', '/docs/%00'])(
    'has nothing at %s',
    async (path) => {
      expect((await get(path)).status).toBeGreaterThanOrEqual(400)
    },
  )
})
