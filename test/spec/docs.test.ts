import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_STATUS, helpPageOf, type ErrorCode } from '../../src-shared/errors.ts'
import { startTestGateway } from '../support/gateway/start-test-gateway.ts'

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(async () => await gateway.close())

const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  await fetch(`${gateway.url}${path}`, { headers })

describe('the manual on the gateway', () => {
  it.each([
    ['/docs', 'text/html; charset=utf-8', 'The manual'],
    ['/docs/', 'text/html; charset=utf-8', 'The manual'],
    ['/docs/tools/crypto-uuid', 'text/html; charset=utf-8', 'crypto-uuid'],
    ['/docs/tools/crypto-uuid.md', 'text/markdown; charset=utf-8', '## Input'],
    ['/docs/errors/rate_limited', 'text/html; charset=utf-8', 'Retry-After'],
    ['/docs/llms.txt', 'text/plain; charset=utf-8', '# Toolgate'],
    ['/docs/docs.css', 'text/css; charset=utf-8', 'prefers-color-scheme'],
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

  it('answers 304 to a caller that has a page already', async () => {
    const etag = (await get('/docs/tools/crypto-uuid')).headers.get('etag') ?? ''
    expect((await get('/docs/tools/crypto-uuid', { 'if-none-match': etag })).status).toBe(304)
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
