import { afterEach, beforeEach, expect, it } from 'vitest'
import { OWNER_KEY, TestGateway } from '../../support/test-gateway.ts'

const MINUTE_MS = 60_000

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(() => gateway.close())

const FROM_PAGE = { 'sec-fetch-site': 'same-origin' }

async function codeOf(key: string): Promise<string> {
  const { json } = await gateway.send('/app/session-code', { key, method: 'POST' })
  return String(json.page_url).split('#t=')[1]!
}

const redeem = (code: string) =>
  gateway.send('/app/session', { key: null, body: { code }, headers: FROM_PAGE })

async function isSignedIn(cookie: string): Promise<boolean> {
  const headers = { ...FROM_PAGE, cookie }
  return (await gateway.send('/app/session', { key: null, headers })).json.signed_in
}

// A key that administers for an hour must not leave a page behind that administers until the process ends.
it('ends a session with the key that it was opened with, and its unused codes', async () => {
  const expires_at = new Date(gateway.instance.services.now() + 10 * MINUTE_MS).toISOString()
  const body = { name: 'Helper', permissions: ['admin'], expires_at }
  const { key } = (await gateway.send('/v1/enterprise/keys', { key: OWNER_KEY, body })).json
  const [used, unused, owners] = [await codeOf(key), await codeOf(key), await codeOf(OWNER_KEY)]
  const cookies = []
  for (const code of [used, owners])
    cookies.push((await redeem(code)).headers.get('set-cookie')!.split(';')[0]!)
  expect(await Promise.all(cookies.map(isSignedIn))).toEqual([true, true])

  gateway.advance(11 * MINUTE_MS)
  expect(await Promise.all(cookies.map(isSignedIn))).toEqual([false, true])
  expect((await redeem(unused)).status).toBe(401)
})
