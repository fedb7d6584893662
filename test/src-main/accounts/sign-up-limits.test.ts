import { describe, expect, it } from 'vitest'
import { addressGroup } from '../../../src-main/accounts/caller-address.ts'
import { signUp, type SignUpDesk } from '../../../src-main/accounts/sign-up.ts'
import { openSignUps } from '../../support/gateway/open-keys.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const HOUR = 60 * 60 * 1_000
const DAY = 24 * HOUR

let people = 0
const person = () => ({ email: `person-${people++}@example.com`, name: 'Person' })
const ask = (desk: SignUpDesk, address = '127.0.0.1') => signUp(person(), address, desk)
const outcomeOf = async (asked: Promise<unknown>) =>
  await asked.then(
    () => 'made',
    (error: { details: { retry_after: number } }) => error.details.retry_after,
  )

describe('the sign-ups of an address', () => {
  it('are limited in any hour, and no other address waits for them', async () => {
    const { desk } = await openSignUps({ sign_ups_per_address: 3, sign_ups_per_day: 100 })
    for (let i = 0; i < 3; i++) await ask(desk)
    await expect(ask(desk)).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
    await expect(ask(desk)).rejects.toThrow('3 sign-ups in an hour from one address')
    expect(await outcomeOf(ask(desk, '10.0.0.7'))).toBe('made')
  })

  it('wait as long as Retry-After says, and not a second less', async () => {
    const { desk, clock } = await openSignUps({ sign_ups_per_address: 1, sign_ups_per_day: 100 })
    await ask(desk)
    clock.time += 12_345
    const wait = await outcomeOf(ask(desk))
    expect(wait).toBe(Math.ceil((HOUR - 12_345) / 1_000))
    clock.time += (Number(wait) - 1) * 1_000
    expect(await outcomeOf(ask(desk))).toBe(1)
    clock.time += 1_000
    expect(await outcomeOf(ask(desk))).toBe('made')
  })

  it('count every loopback address as the same', () => {
    const own = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::FFFF:127.1.2.3'].map(addressGroup)
    expect(new Set(own).size).toBe(1)
    const others = ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::127.0.0.1', '12.7.0.1'].map(addressGroup)
    expect(others).toEqual(['10.0.0.1', '10.0.0.1', '2001:db8:0:0', '12.7.0.1'])
  })

  // Catches: a new limit for each of the 2^64 addresses that one machine may send from.
  it('count all addresses of an IPv6 network as one', () => {
    const groups = (...addresses: string[]) => new Set(addresses.map(addressGroup)).size
    expect(groups('2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', '2001:0db8:0001:0002::')).toBe(1)
    expect(groups('2001:db8:1:2::1', '2001:db8:1:3::1')).toBe(2)
    expect(groups('fe80::1%eth0', 'fe80::2%eth0')).toBe(1)
    expect(groups('fe80::1%eth0', 'fe80::1%eth1')).toBe(2)
    expect(groups('unknown', '10.0.0.1')).toBe(2)
  })

  it('count an address that is taken, which tells who has a key, and no body that is unusable', async () => {
    const { desk } = await openSignUps({ sign_ups_per_address: 3, sign_ups_per_day: 100 })
    const ann = { email: 'ann@example.com', name: 'Ann' }
    await expect(signUp({ email: 'ann' }, '127.0.0.1', desk)).rejects.toThrow('Send {"email"')
    await signUp(ann, '127.0.0.1', desk)
    for (let i = 0; i < 2; i++)
      await expect(signUp(ann, '127.0.0.1', desk)).rejects.toMatchObject({ code: 'email_exists' })
    await expect(signUp(ann, '127.0.0.1', desk)).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describe('the sign-ups of a day', () => {
  const rules = { sign_ups_per_address: 1_000, sign_ups_per_day: 5 }

  it('never exceed the limit, however many arrive at once and from wherever', async () => {
    const { desk, keys, db } = await openSignUps(rules)
    const asked = Array.from({ length: 300 }, (_, i) => outcomeOf(ask(desk, `10.0.${i % 7}.${i}`)))
    const outcomes = await Promise.all(asked)
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === DAY / 1_000)).toHaveLength(295)
    expect(keys.list()).toHaveLength(5)
    expect(db.prepare('SELECT count(*), sum(credits) FROM entry').raw().get()).toEqual([5, 2_500])
  })

  it('are counted over a restart', async () => {
    const folder = makeTempDir()
    const first = await openSignUps(rules, folder)
    for (let i = 0; i < 5; i++) {
      await ask(first.desk)
      first.clock.time += HOUR
    }
    first.close()
    const second = await openSignUps(rules, folder, first.clock)
    expect(await outcomeOf(ask(second.desk))).toBe((19 * HOUR) / 1_000)
    second.clock.time += 19 * HOUR - 1_000
    expect(await outcomeOf(ask(second.desk))).toBe(1)
    second.clock.time += 1_000
    expect(await outcomeOf(ask(second.desk))).toBe('made')
    // The next oldest is an hour younger.
    expect(await outcomeOf(ask(second.desk))).toBe(HOUR / 1_000)
  })

  it('leave out the keys that the owner makes', async () => {
    const { desk, keys } = await openSignUps(rules)
    for (let i = 0; i < 5; i++) await ask(desk)
    await keys.create({ kind: 'team', name: 'Team' })
    await expect(ask(desk)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(keys.list()).toHaveLength(6)
  })
})
