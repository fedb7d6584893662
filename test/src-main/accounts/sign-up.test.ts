import { describe, expect, it } from 'vitest'
import { signUp } from '../../../src-main/accounts/sign-up.ts'
import { openSignUps } from '../../support/gateway/open-keys.ts'

const HERE = '127.0.0.1'

describe('signUp', () => {
  it('gives a personal key with 500 credits and twice the ordinary rate limit', async () => {
    const { desk, ledger } = await openSignUps()
    const made = await signUp({ email: ' ann@example.com ', name: ' Ann ' }, HERE, desk)
    expect(made.key).toMatch(/^sk-toolgate-[0-9a-f]{48}$/)
    expect(made.balance).toBe(500)
    expect(made.account).toMatchObject({
      kind: 'personal',
      email: 'ann@example.com',
      name: 'Ann',
      rateLimit: 120,
    })
    expect(made.account.permissions.size).toBe(0)
    expect(ledger.lastKnown(made.account.id)).toEqual({ balance: 500, reserved: 0 })
  })

  it('does not hand out credits twice for one address', async () => {
    const { desk, keys } = await openSignUps()
    await signUp({ email: 'ann@example.com', name: 'Ann' }, HERE, desk)
    const again = signUp({ email: 'ANN@EXAMPLE.COM', name: 'Ann 2' }, HERE, desk)
    await expect(again).rejects.toMatchObject({ code: 'email_exists', status: 409 })
    expect(keys.list()).toHaveLength(1)
  })

  it('says which field is wrong and which is missing', async () => {
    const { desk } = await openSignUps()
    const failing = signUp({ email: 'no address' }, HERE, desk)
    await expect(failing).rejects.toMatchObject({
      code: 'validation_error',
      details: { missing_fields: ['name'], issues: [{ path: 'email' }, { path: 'name' }] },
    })
  })

  const bodies: readonly [string, unknown][] = [
    ['no body', undefined],
    ['null', null],
    ['a list', []],
    ['a text', 'ann@example.com'],
    ['an empty name', { email: 'a@b.co', name: '  ' }],
    ['a name of 201 characters', { email: 'a@b.co', name: 'x'.repeat(201) }],
    ['a name with a line break', { email: 'a@b.co', name: 'Ann\r\nX-Admin: 1' }],
    ['half a surrogate pair', { email: 'a@b.co', name: 'Ann \ud83d' }],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.com`, name: 'Ann' }],
    ['an address that is a list', { email: ['a@b.co'], name: 'Ann' }],
    ['fields that are inherited', Object.create({ email: 'a@b.co', name: 1 })],
  ]
  for (const [name, body] of bodies) {
    it(`refuses ${name} and makes no key`, async () => {
      const { desk, keys } = await openSignUps()
      await expect(signUp(body, HERE, desk)).rejects.toMatchObject({ code: 'validation_error' })
      expect(keys.list()).toEqual([])
    })
  }
})
