import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WORKER_DEADLINE_MS } from '../../../../src-shared/limits.ts'
import { cpuMsOf } from '../../../support/cpu-time.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'

// One context for all, so that its random bytes are other ones at every call.
const ctx = toolContext()
const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input, ctx)
const cheap = { memory_kib: 64, passes: 1 }

describe('password hashes', () => {
  it.each([
    { algorithm: 'argon2id', ...cheap },
    { algorithm: 'argon2id', memory_kib: 64, passes: 2, lanes: 4 },
    { algorithm: 'bcrypt', cost: 4 },
  ])('verify under the password that was hashed and no other (%#)', async (options) => {
    const { hash } = await run('crypto-password-hash', { password: 'pässwörd 🔑', ...options })
    expect(await run('crypto-password-verify', { password: 'pässwörd 🔑', hash })).toMatchObject({
      matches: true,
    })
    expect(await run('crypto-password-verify', { password: 'pässwörd', hash })).toMatchObject({
      matches: false,
    })
  })

  it('has another salt each time', async () => {
    const { hash } = await run('crypto-password-hash', { password: 'a', ...cheap })
    const other = await run('crypto-password-hash', { password: 'a', ...cheap })
    expect(hash).not.toBe(other.hash)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  })

  // Openwall's crypt_blowfish, wrapper.c, in the three spellings that mean the same for these passwords.
  it.each([
    ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['U*U', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['U*U*', '$2b$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'],
    ['U*U*U', '$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
  ])('knows the bcrypt hash of %s', async (password, hash) => {
    expect(await run('crypto-password-verify', { password, hash })).toMatchObject({ matches: true })
  })

  // test.c of the reference implementation of Argon2.
  it.each([
    [
      'differentpassword',
      '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
      false,
    ],
    [
      'password',
      '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
      true,
    ],
    [
      'password',
      '$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8',
      true,
    ],
  ])('knows the Argon2 hash of %s (%#)', async (password, hash, matches) => {
    expect(await run('crypto-password-verify', { password, hash })).toMatchObject({ matches, weak: true })
  })

  it('does not let bcrypt cut a long password short', async () => {
    for (const password of ['x'.repeat(73), 'ä'.repeat(37), 'a\0b'])
      await expect(run('crypto-password-hash', { password, algorithm: 'bcrypt' })).rejects.toMatchObject({
        path: 'password',
      })
  })

  it.each([
    '',
    'plain',
    '$2a$05$short',
    '$argon2id$v=16$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAA',
    '$argon2id$v=19$m=4,t=1,p=1$c29tZXNhbHQ$AAAAAAAA',
  ])('says that %s is not a hash that it can check', async (hash) => {
    await expect(run('crypto-password-verify', { password: 'a', hash })).rejects.toMatchObject({
      path: 'hash',
    })
  })
})

describe('in the worker', () => {
  let gateway: TestGateway
  beforeAll(async () => void (gateway = await TestGateway.create()))
  afterAll(async () => await gateway.close())

  it('refuses hashes of a huge cost before anything is computed', async () => {
    const tail = '$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    for (const hash of [
      `$argon2id$v=19$m=4294967295,t=1,p=1${tail}`,
      `$argon2id$v=19$m=65536,t=4000000000,p=1${tail}`,
      `$argon2id$v=19$m=65536,t=10,p=4${tail}`,
      '$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    ]) {
      const { status, json } = await gateway.call('crypto-password-verify', { password: 'a', hash })
      expect(status).toBe(400)
      expect(json.error.code).toBe('validation_error')
    }
    expect(gateway.balance()).toBe(500)
  })

  it('hashes at the highest cost within the deadline', async () => {
    for (const options of [
      { memory_kib: 65_536, passes: 2 },
      { algorithm: 'bcrypt', cost: 12 },
    ]) {
      const hash = async () => {
        const { status } = await gateway.call('crypto-password-hash', { password: 'a', ...options })
        expect(status).toBe(200)
      }
      expect(await cpuMsOf(hash)).toBeLessThan(WORKER_DEADLINE_MS)
    }
  })
})
