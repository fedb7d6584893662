import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PageSessions } from '../../../../src-main/gateway/session/page-sessions.ts'
import { OWNER_KEY, TestGateway } from '../../../support/gateway/test-gateway.ts'

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

/** Both halves of a fresh session. */
async function halvesOf(code: string): Promise<{ cookie: string; pass: string }> {
  const { headers, json } = await redeem(code)
  return { cookie: headers.get('set-cookie')!.split(';')[0]!, pass: json.page_pass }
}

async function isSignedIn(half: { cookie?: string; pass?: string }): Promise<boolean> {
  const { cookie, pass } = half
  const headers = {
    ...FROM_PAGE,
    ...(cookie === undefined ? {} : { cookie }),
    ...(pass === undefined ? {} : { 'x-toolgate-page': pass }),
  }
  return (await gateway.send('/app/session', { key: null, headers })).json.signed_in
}

/** A key that administers the gateway for ten minutes. */
async function helperKey(): Promise<string> {
  const expires_at = new Date(gateway.instance.services.now() + 10 * MINUTE_MS).toISOString()
  const body = { name: 'Helper', permissions: ['admin'], expires_at }
  return (await gateway.asOwner('/v1/enterprise/keys', { body })).json.key
}

// A key that administers for an hour must not leave a page behind that administers until the process ends.
it('a page session ends with the key that opened it, and so do its unused codes', async () => {
  const key = await helperKey()
  const [used, unused, owners] = [await codeOf(key), await codeOf(key), await codeOf(OWNER_KEY)]
  const sessions = [await halvesOf(used), await halvesOf(owners)]
  expect(await Promise.all(sessions.map(isSignedIn))).toEqual([true, true])

  gateway.advance(11 * MINUTE_MS)
  expect(await Promise.all(sessions.map(isSignedIn))).toEqual([false, true])
  expect((await redeem(unused)).status).toBe(401)
})

// Catches: a code in the history of a terminal or a browser that opens the page again.
it('refuses a one-time code that was used once', async () => {
  const code = await codeOf(OWNER_KEY)
  expect((await redeem(code)).status).toBe(200)
  const again = await redeem(code)
  expect([again.status, again.headers.get('set-cookie')]).toEqual([401, null])
})

it('takes a one-time code for an hour and no longer', async () => {
  let now = 0
  const sessions = new PageSessions(
    () => now,
    () => true,
  )
  const [one, other] = [sessions.issueCode(), sessions.issueCode()]
  now = 60 * MINUTE_MS
  expect(await sessions.redeem(one)).not.toBeNull()
  now++
  expect(await sessions.redeem(other)).toBeNull()
})

it('keeps the newest twenty codes', async () => {
  const sessions = new PageSessions(
    () => 0,
    () => true,
  )
  const codes = Array.from({ length: 21 }, () => sessions.issueCode())
  const opened = await Promise.all(codes.map((code) => sessions.redeem(code)))
  expect(opened.map((each) => each !== null)).toEqual([false, ...Array(20).fill(true)])
})

it('keeps the newest hundred sessions', () => {
  const sessions = new PageSessions(
    () => 0,
    () => true,
  )
  const tokens = Array.from({ length: 101 }, () => sessions.open())
  expect(tokens.map((token) => sessions.has(token, null))).toEqual([false, ...Array(100).fill(true)])
})

it('refuses a cookie whose key has expired, also beside the pass of a live session', async () => {
  const owners = await halvesOf(await codeOf(OWNER_KEY))
  const helpers = await halvesOf(await codeOf(await helperKey()))
  const mixed = { cookie: helpers.cookie, pass: owners.pass }
  expect(await isSignedIn(mixed)).toBe(true)
  gateway.advance(11 * MINUTE_MS)
  expect([await isSignedIn(mixed), await isSignedIn(owners)]).toEqual([false, true])
})

it('refuses a pass whose key has expired, also beside the cookie of a live session', async () => {
  const owners = await halvesOf(await codeOf(OWNER_KEY))
  const helpers = await halvesOf(await codeOf(await helperKey()))
  const mixed = { cookie: owners.cookie, pass: helpers.pass }
  expect(await isSignedIn(mixed)).toBe(true)
  gateway.advance(11 * MINUTE_MS)
  expect([await isSignedIn(mixed), await isSignedIn(owners)]).toEqual([false, true])
})

// Catches: another server of this machine that acts as the owner with a cookie browsers sent it.
it('a page session needs both cookie and pass, and accepts the pass of an earlier tab', async () => {
  const [one, other] = [await halvesOf(await codeOf(OWNER_KEY)), await halvesOf(await codeOf(OWNER_KEY))]
  expect(await isSignedIn({ cookie: one.cookie })).toBe(false)
  expect(await isSignedIn({ pass: one.pass })).toBe(false)
  expect(await isSignedIn({ cookie: one.cookie, pass: 'x'.repeat(43) })).toBe(false)
  // Catches: tabs that are signed out by another that signs in, whose cookie they share.
  expect(await isSignedIn({ cookie: other.cookie, pass: one.pass })).toBe(true)
  const call = { key: null, headers: { ...FROM_PAGE, cookie: one.cookie } }
  expect((await gateway.send('/app/settings', call)).status).toBe(401)
  // Links that download a file bring it in their address; nothing that changes something takes it there.
  const asLink = `/app/ledger/export?format=csv&page_pass=${one.pass}`
  expect((await gateway.send(asLink, call)).status).toBe(200)
  expect(
    (await gateway.send(`/app/backup?page_pass=${one.pass}`, { ...call, method: 'POST' })).status,
  ).toBe(401)
})

describe('after a restart', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'toolgate-sessions-'))
    await restart()
  })
  afterEach(async () => {
    await gateway.close()
    rmSync(dataDir, { recursive: true })
    // The one that every test of this file closes.
    gateway = await TestGateway.create()
  })

  const file = () => join(dataDir, 'page-sessions.json')

  async function restart(): Promise<void> {
    await gateway.close()
    gateway = await TestGateway.create({ dataDir })
  }

  // Catches: a banner that promises to come back, and a page that has to sign in again.
  it('a browser that was signed in still is', async () => {
    const session = await halvesOf(await codeOf(OWNER_KEY))
    await restart()
    expect(await isSignedIn(session)).toBe(true)
    expect(await isSignedIn({ cookie: session.cookie })).toBe(false)
  })

  // Catches: a copied file that signs somebody in.
  it('the file holds hashes of both halves, for the owner of the folder alone', async () => {
    const { cookie, pass } = await halvesOf(await codeOf(OWNER_KEY))
    const text = readFileSync(file(), 'utf8')
    expect(text).not.toContain(pass)
    expect(text).not.toContain(cookie.split('=')[1])
    expect(Object.keys(JSON.parse(text)[0])).toEqual(['token', 'pass', 'issuer', 'ends_at'])
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('a session is over after thirty days, and with the key that opened it', async () => {
    const [owners, helpers] = [
      await halvesOf(await codeOf(OWNER_KEY)),
      await halvesOf(await codeOf(await helperKey())),
    ]
    await restart()
    gateway.advance(11 * MINUTE_MS)
    expect([await isSignedIn(helpers), await isSignedIn(owners)]).toEqual([false, true])
    gateway.advance(30 * 24 * 60 * MINUTE_MS)
    expect(await isSignedIn(owners)).toBe(false)
  })

  // Catches: sessions that a revoked key ended and that the next start opens again.
  it('sessions that were ended stay ended', async () => {
    const session = await halvesOf(await codeOf(OWNER_KEY))
    await gateway.instance.sessions.closeAll()
    await restart()
    expect(await isSignedIn(session)).toBe(false)
  })

  it("the desktop's window gets a new session, because its old one needed no pass", async () => {
    const token = gateway.instance.sessions.open()
    await halvesOf(await codeOf(OWNER_KEY))
    await restart()
    expect(gateway.instance.sessions.has(token, null)).toBe(false)
  })

  it('a damaged file signs everybody out and stops nothing', async () => {
    const session = await halvesOf(await codeOf(OWNER_KEY))
    writeFileSync(file(), '[{"token":')
    await restart()
    expect(await isSignedIn(session)).toBe(false)
    expect(await isSignedIn(await halvesOf(await codeOf(OWNER_KEY)))).toBe(true)
  })
})
