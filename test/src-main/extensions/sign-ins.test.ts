import { beforeEach, describe, expect, it } from 'vitest'
import { readChallenge } from '../../../src-main/extensions/mcp/sign-in/challenge.ts'
import { receiver } from '../../support/network/receiver.ts'
import { SignInDesk } from '../../support/tools/sign-in-desk.ts'
import { approveAll, callSource } from '../../support/tools/source-desk.ts'

let desk: SignInDesk
beforeEach(async () => void (desk = await SignInDesk.open()))

describe('a server that wants a sign-in', () => {
  it('says so when it is added, and serves its tools once its owner has signed in', async () => {
    const source = await desk.add()
    expect(source).toMatchObject({ state: 'needs_sign_in', signed_in: false, tools: [] })
    expect(source.needs_sign_in).toContain('toolgate sources sign-in web')
    const begun = await desk.begin()
    const url = new URL(begun.json.url)
    expect(begun.json.origin).toBe(desk.server.origin)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ response_type: 'code', resource: desk.server.url, code_challenge_method: 'S256' },
      redirect_uri: 'http://127.0.0.1:4777/app/oauth/callback',
    })
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect(desk.server.registered).toMatchObject([
      { token_endpoint_auth_method: 'none', grant_types: ['authorization_code', 'refresh_token'] },
    ])
    const back = await desk.comeBack(await desk.server.agree(begun.json.url))
    expect([back.status, back.text]).toEqual([200, expect.stringContaining('web is signed in')])
    expect(await desk.shown()).toMatchObject({ state: 'reviewing', signed_in: true, needs_sign_in: null })
    await approveAll(desk.gateway, 'web')
    const before = await desk.balance()
    const { json } = await callSource(desk.gateway, 'web__echo')
    expect(json.data.text).toBe('echo for Bearer ••••')
    expect(before - (await desk.balance())).toBe(1)
    expect((await desk.gateway.asOwner('/v1/enterprise/audit')).text).toContain('source.signed_in')
  })

  // Catches: a code that is used with the state of nobody, twice, too late, or by a look at the address.
  it('takes a browser back once, within ten minutes, and with the state that was given', async () => {
    await desk.add()
    const to = await desk.server.agree((await desk.begin()).json.url)
    const other = new URL(to)
    other.searchParams.set('state', 'x'.repeat(43))
    expect((await desk.comeBack(other)).status).toBe(400)
    const head = await desk.gateway.send(to.pathname + to.search, { method: 'HEAD', key: null })
    expect(head.status).toBe(200)
    expect(desk.server.grants).toEqual([])
    expect((await desk.comeBack(to)).status).toBe(200)
    expect((await desk.comeBack(to)).status).toBe(400)
    expect(desk.server.grants).toHaveLength(1)
    const refused = new URL(await desk.server.agree((await desk.begin()).json.url))
    refused.searchParams.delete('code')
    refused.searchParams.set('error', 'access_denied')
    refused.searchParams.set('error_description', '<b>No</b>')
    const { status, text } = await desk.comeBack(refused)
    expect([status, text]).toEqual([400, expect.stringContaining('&#60;b&#62;No')])
    const script = await desk.gateway.send('/app/oauth/callback?state=x', {
      key: null,
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    })
    expect(script.status).toBe(403)
    expect((await desk.gateway.send('/app/oauth/callback', { key: null })).status).toBe(400)
  })

  it('forgets a sign-in that was not finished within ten minutes', async () => {
    let late = 0
    desk = await SignInDesk.open(() => Date.now() + late)
    await desk.add()
    const to = await desk.server.agree((await desk.begin()).json.url)
    late = 11 * 60_000
    expect((await desk.comeBack(to)).text).toContain('older than ten minutes')
    expect(desk.server.grants).toEqual([])
  })

  // Catches: a code that is handed to a server other than the one that was asked (a mix-up).
  it('sends no code when the answer names another server, or nobody where it should', async () => {
    await desk.add()
    desk.server.vices.iss = 'https://evil.example'
    expect((await desk.signIn()).status).toBe(400)
    desk.server.vices.iss = null
    desk.server.vices.metadata = { authorization_response_iss_parameter_supported: true }
    expect((await desk.signIn()).text).toContain('The answer is not from')
    expect(desk.server.grants).toEqual([])
    desk.server.vices.iss = desk.server.origin
    expect((await desk.signIn()).status).toBe(200)
  })

  it.each([
    ['is somebody else', { metadata: { issuer: 'https://evil.example' } }, 'says that it is'],
    ['does not protect codes', { metadata: { code_challenge_methods_supported: ['plain'] } }, 'S256'],
    [
      'wants a token for another server',
      { resource: { resource: 'https://evil.example/mcp' } },
      'what tokens are for',
    ],
    [
      'asks over plain HTTP',
      { metadata: { token_endpoint: 'http://evil.example/token' } },
      'without encryption',
    ],
    [
      'names a script',
      { metadata: { authorization_endpoint: 'javascript:alert(1)' } },
      'is not an address',
    ],
    ['takes no programs', { metadata: { registration_endpoint: undefined } }, '--client-id'],
  ])('sends nobody to a place that %s', async (_what, vices, words) => {
    await desk.add()
    Object.assign(desk.server.vices, vices)
    const { status, json } = await desk.begin()
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(words)])
    expect(desk.server.grants).toEqual([])
  })

  // Catches: a server of the internet, or one that was agreed to, that has the gateway ask machines of its network.
  it('reaches no private address but the one that was agreed to, at any step', async () => {
    const inside = await receiver((_request, response) => void response.end('{}'))
    const there = `${inside.origin}/x`
    await desk.add()
    for (const vices of [
      { resource: { authorization_servers: [inside.origin] } },
      { metadata: { authorization_endpoint: there }, resource: {} },
      { metadata: { registration_endpoint: there } },
      { metadata: { authorization_endpoint: 'http://169.254.169.254/a' } },
    ]) {
      Object.assign(desk.server.vices, vices)
      const { status, json } = await desk.begin()
      expect([status, json.error.code]).toEqual([400, 'validation_error'])
    }
    desk.server.vices.metadata = { token_endpoint: there }
    expect((await desk.signIn()).status).toBe(400)
    expect(inside.connections()).toBe(0)
  })
})

describe('what a server says about signing in', () => {
  it('is read out of its header, whatever else is in it', () => {
    const header =
      'Basic realm="a, b", Bearer realm="x\\"y", error="insufficient_scope", scope="a b", resource_metadata="https://a.example/m?x=1,2"'
    expect(readChallenge(header)).toEqual({
      ...{ metadata: 'https://a.example/m?x=1,2', scope: 'a b', error: 'insufficient_scope' },
    })
    expect(readChallenge('Bearer')).toEqual({ metadata: null, scope: null, error: null })
    expect(readChallenge('Basic scope="a"')).toEqual({ metadata: null, scope: null, error: null })
    expect(readChallenge()).toEqual({ metadata: null, scope: null, error: null })
  })
})
