import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { SignInDesk } from '../../support/tools/sign-in-desk.ts'
import { callSource } from '../../support/tools/source-desk.ts'

let desk: SignInDesk
beforeEach(async () => void (desk = await SignInDesk.open()))

describe('a sign-in', () => {
  // Catches: a token that ends in the middle of work, or a refresh token used twice, which ends the whole sign-in.
  it('renews its token by itself, once for all calls that need it', async () => {
    desk.server.vices.lasts = 60
    await desk.addSignedIn()
    desk.server.expire()
    desk.server.vices.slow = 50
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => callSource(desk.gateway, 'web__echo')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    const types = desk.server.grants.map((form) => form.get('grant_type'))
    expect(types).toEqual(['authorization_code', 'refresh_token'])
    expect(desk.server.grants.map((form) => form.get('resource'))).toEqual([
      desk.server.url,
      desk.server.url,
    ])
    desk.server.expire()
    expect((await callSource(desk.gateway, 'web__echo')).status).toBe(200)
    expect(new Set(desk.server.grants.map((form) => form.get('refresh_token'))).size).toBe(3)
    expect(desk.server.calls).toHaveLength(7)
  })

  it('renews a token that ends soon before it is sent', async () => {
    desk.server.vices.lasts = 20
    await desk.addSignedIn()
    desk.server.vices.lasts = 3_600
    const before = desk.server.grants.length
    expect((await callSource(desk.gateway, 'web__echo')).status).toBe(200)
    expect((await callSource(desk.gateway, 'web__echo')).status).toBe(200)
    expect(desk.server.grants.length - before).toBeLessThanOrEqual(1)
    expect(desk.server.grants.at(-1)?.get('grant_type')).toBe('refresh_token')
  })

  it('keeps a sign-in while nobody answers who could renew it, and says that nothing was sent', async () => {
    await desk.addSignedIn()
    desk.server.expire()
    desk.server.vices.status = 503
    const before = await desk.balance()
    const { error } = (await callSource(desk.gateway, 'web__echo')).json
    expect(error).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining('could not renew'),
    })
    expect(await desk.balance()).toBe(before)
    expect(await desk.shown()).toMatchObject({ signed_in: true, needs_sign_in: null })
    desk.server.vices.status = 0
    expect((await callSource(desk.gateway, 'web__echo')).status).toBe(200)
  })

  it.each([
    ['its clients', () => desk.server.forgetClients()],
    ['who has signed in', () => desk.server.endSignIns()],
  ])('asks its owner once more when it has forgotten %s, and starts again', async (_what, forget) => {
    await desk.addSignedIn()
    desk.server.expire()
    forget()
    const { error } = (await callSource(desk.gateway, 'web__echo')).json
    expect(error).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining('sign in again'),
    })
    expect(await desk.shown()).toMatchObject({ state: 'needs_sign_in', signed_in: false })
    const asked = desk.server.grants.length
    expect((await callSource(desk.gateway, 'web__echo')).json.error.outcome).toBe('not_sent')
    expect(desk.server.grants).toHaveLength(asked)
    expect((await desk.signIn()).status).toBe(200)
    expect(desk.server.registered).toHaveLength(2)
    expect((await callSource(desk.gateway, 'web__echo')).status).toBe(200)
  })

  it('asks for the scope that a tool wants, and was not called', async () => {
    await desk.addSignedIn()
    const { error } = (await callSource(desk.gateway, 'web__write')).json
    expect(error).toMatchObject({ outcome: 'not_sent', message: expect.stringContaining('read write') })
    expect(desk.server.calls).toEqual([])
    const begun = await desk.begin()
    expect(new URL(begun.json.url).searchParams.get('scope')).toBe('read write')
    await desk.comeBack(await desk.server.agree(begun.json.url))
    expect((await callSource(desk.gateway, 'web__write')).status).toBe(200)
  })

  // Catches: a source that looks ready after a restart, with a sign-in that lacks what was asked for.
  it('is asked for after a restart as it was before, and no more once it was given', async () => {
    await desk.addSignedIn()
    await callSource(desk.gateway, 'web__write')
    const { state, needs_sign_in } = await desk.shown()
    expect([state, needs_sign_in]).toEqual(['needs_sign_in', expect.stringContaining('read write')])
    await desk.restart()
    expect(await desk.shown()).toMatchObject({ state, needs_sign_in })
    const { error } = (await callSource(desk.gateway, 'web__write')).json
    expect(error).toMatchObject({ outcome: 'not_sent', message: expect.stringContaining('read write') })
    const begun = await desk.begin()
    expect(new URL(begun.json.url).searchParams.get('scope')).toBe('read write')
    await desk.comeBack(await desk.server.agree(begun.json.url))
    await desk.restart()
    expect(await desk.shown()).toMatchObject({ state: 'ready', needs_sign_in: null })
    expect((await callSource(desk.gateway, 'web__write')).status).toBe(200)
  })

  it('is signed out of, which takes its tokens back', async () => {
    await desk.addSignedIn()
    const { status, json } = await desk.gateway.asOwner('/app/sources/web/sign-out', { method: 'POST' })
    expect([status, json.source.signed_in]).toEqual([200, false])
    expect(desk.server.revoked).toEqual([expect.stringMatching(/^rt-/), expect.stringMatching(/^at-/)])
    expect((await callSource(desk.gateway, 'web__echo')).json.error.outcome).toBe('not_sent')
    expect(await desk.shown()).toMatchObject({ state: 'needs_sign_in' })
    await desk.signIn()
    await desk.gateway.asOwner('/app/sources/web', { method: 'DELETE' })
    await expect.poll(() => desk.server.revoked.length).toBe(4)
  })

  // Catches: tokens that come after the sign-out, which would be kept and sent again.
  it('is over when its owner signs out while its token is renewed, and the new tokens go back', async () => {
    await desk.addSignedIn()
    desk.server.expire()
    desk.server.vices.slow = 500
    const call = callSource(desk.gateway, 'web__echo')
    await expect.poll(() => desk.server.grants.length).toBe(2)
    await desk.gateway.asOwner('/app/sources/web/sign-out', { method: 'POST' })
    expect((await call).status).toBe(500)
    expect(await desk.shown()).toMatchObject({ signed_in: false })
    await expect.poll(() => desk.server.live()).toEqual([])
    await desk.restart()
    expect(await desk.shown()).toMatchObject({ signed_in: false })
  })

  // Catches: the tokens of somebody who was signed out of by signing in as somebody else.
  it('is the one that was made last, even while the one before is renewed', async () => {
    await desk.addSignedIn()
    desk.server.expire()
    desk.server.vices.slow = 500
    const call = callSource(desk.gateway, 'web__echo')
    await expect.poll(() => desk.server.grants.length).toBe(2)
    desk.server.vices.slow = 0
    expect((await desk.signIn()).status).toBe(200)
    const last = desk.server.live().at(-1)
    await call
    expect((await callSource(desk.gateway, 'web__echo')).status).toBe(200)
    expect(desk.server.bearers.at(-1)).toBe(last)
  })

  // Catches: a token in the database, in an answer or in the record, or one that is lost with a restart.
  it('is signed in after a restart, and its tokens are found nowhere', async () => {
    await desk.addSignedIn()
    await desk.restart()
    const { text } = await callSource(desk.gateway, 'web__echo')
    expect(text).toContain('••••')
    expect(desk.server.registered).toHaveLength(1)
    desk.server.expire()
    const again = await callSource(desk.gateway, 'web__echo')
    expect(again.status).toBe(200)
    const told = [text, again.text]
    for (const path of ['/app/sources', '/app/sources/web', '/app/activity', '/v1/enterprise/audit'])
      told.push((await desk.gateway.asOwner(path)).text)
    expect(told.join('')).not.toMatch(/[ar]t-[0-9a-f]{8}-/)
    await desk.gateway.asOwner('/app/backup', { method: 'POST' })
    const stored = readdirSync(desk.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(desk.dataDir, name))
      .filter((path) => statSync(path).isFile())
    expect(stored.filter((path) => /[ar]t-[0-9a-f]{8}-/.test(readFileSync(path, 'latin1')))).toEqual([])
  })

  it('is signed in to with a client of its own where one is given', async () => {
    const given = await desk.add({ client_id: 'mine' }, { client_secret: 'canary-7' })
    expect(given.settings.client_id).toBe('mine')
    const { json } = await desk.begin()
    expect(new URL(json.url).searchParams.get('client_id')).toBe('mine')
    expect(desk.server.registered).toEqual([])
  })

  it('is the owner alone to sign in for', async () => {
    await desk.add()
    for (const path of ['sign-in', 'sign-out'])
      expect((await desk.gateway.send(`/app/sources/web/${path}`, { method: 'POST' })).status).toBe(403)
  })
})
