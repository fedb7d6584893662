import { get } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HostsFile } from '../../../../src-main/outbound/names/hosts-file.ts'
import {
  LOOKUPS,
  NameResolver,
  SYSTEM_LOOKUPS,
  type ResolverOptions,
} from '../../../../src-main/outbound/names/name-resolver.ts'
import type { LookupCall } from '../../../../src-main/outbound/resolve-once.ts'
import { FairShare } from '../../../../src-main/shares/fair-share.ts'
import { dnsServer } from '../../../support/network/dns-server.ts'
import type { Zone } from '../../../support/network/zone-server.ts'
import { receiver } from '../../../support/network/receiver.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const HOSTILE = { id: 'hostile', isOwner: false }
const OTHER = { id: 'other', isOwner: false }
const ADDRESS = Buffer.from([192, 0, 2, 7])
const ADDRESS_6 = Buffer.concat([Buffer.from([0x20, 1, 0xd, 0xb8]), Buffer.alloc(11), Buffer.from([7])])
const SILENT_NAMES = Array.from({ length: 50 }, (_, index) => `silent-${index}.example`)

async function resolverOf(zone: Zone, options: ResolverOptions = {}) {
  const server = await dnsServer(zone)
  const lookups = new FairShare({ ...LOOKUPS, waitMs: 60_000 })
  const systemLookups = new FairShare(SYSTEM_LOOKUPS)
  const hosts = new HostsFile(join(makeTempDir(), 'none'))
  const resolver = new NameResolver(lookups, systemLookups, {
    servers: [server.address],
    hosts,
    ...options,
  })
  const lookup = (name: string, call: Partial<LookupCall> = {}) =>
    resolver.lookup(name, { who: OTHER, signal: new AbortController().signal, bySystem: false, ...call })
  return { ...server, lookups, systemLookups, resolver, lookup }
}

describe('a name', () => {
  it('has its IPv4 and then its IPv6 addresses, in any case and with a final dot', async () => {
    const { lookup } = await resolverOf({
      'both.example A': [ADDRESS],
      'both.example AAAA': [ADDRESS_6],
      'old.example A': [ADDRESS],
      'old.example AAAA': [],
      'new.example A': 'fails',
      'new.example AAAA': [ADDRESS_6],
    })
    const [v4, v6] = [
      { address: '192.0.2.7', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]
    expect(await lookup('Both.Example.')).toEqual([v4, v6])
    expect(await lookup('old.example')).toEqual([v4])
    expect(await lookup('new.example')).toEqual([v6])
  })

  it('does not wait long for addresses of one family when those of the other are there', async () => {
    const { lookup } = await resolverOf({ 'slow.example A': [ADDRESS], 'slow.example AAAA': 'silent' })
    expect(await lookup('slow.example')).toEqual([{ address: '192.0.2.7', family: 4 }])
  })

  it('is asked for as it is, and never with a search domain of the machine', async () => {
    const { lookup, asked } = await resolverOf({})
    await expect(lookup('nowhere')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(asked.toSorted()).toEqual(['nowhere A', 'nowhere AAAA'])
  })

  it('follows its alias', async () => {
    const { lookup } = await resolverOf({
      'alias.example A': [{ alias: 'real.example' }, ADDRESS],
      'alias.example AAAA': [],
    })
    expect(await lookup('alias.example')).toEqual([{ address: '192.0.2.7', family: 4 }])
  })

  it('fails with the reason of the DNS server', async () => {
    const { lookup } = await resolverOf({
      'broken.example A': 'fails',
      'broken.example AAAA': 'fails',
      'empty.example A': [],
      'empty.example AAAA': [],
    })
    await expect(lookup('broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' })
    await expect(lookup('empty.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('that failed is not asked for again for some seconds', async () => {
    let now = 0
    const { lookup, asked } = await resolverOf({}, { now: () => now })
    await expect(lookup('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    now = 4_999
    await expect(lookup('GONE.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(asked).toHaveLength(2)
    now = 5_000
    await expect(lookup('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(asked).toHaveLength(4)
  })

  it('that failed is forgotten after a thousand others', async () => {
    const { lookup, asked } = await resolverOf({}, { now: () => 0 })
    const fail = (name: string) => expect(lookup(name)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await fail('first.example')
    for (let other = 0; other < 1_000; other += 10)
      await Promise.all(Array.from({ length: 10 }, (_, index) => fail(`other-${other + index}.example`)))
    const before = asked.length
    await fail('other-999.example')
    expect(asked).toHaveLength(before)
    await fail('first.example')
    expect(asked).toHaveLength(before + 2)
  })

  it('is looked up only until its caller leaves', async () => {
    const zone = Object.fromEntries(
      ['stays', 'leaves'].flatMap((name) => [
        [`${name}.example A`, 'silent' as const],
        [`${name}.example AAAA`, 'silent' as const],
      ]),
    )
    const { lookup, asked } = await resolverOf(zone)
    const [stays, leaves] = [new AbortController(), new AbortController()]
    const ends = [
      lookup('stays.example', { signal: stays.signal }).catch(() => 'stays'),
      lookup('leaves.example', { signal: leaves.signal }).catch(() => 'leaves'),
    ]
    await waitUntil(() => asked.length >= 4, 'all addresses are asked for')
    leaves.abort(new Error('The caller left'))
    // Catches: one that goes on until its time is over, which for the earlier one is sooner.
    expect(await Promise.race(ends)).toBe('leaves')
    stays.abort(new Error('The caller left'))
    await Promise.all(ends)
  })

  it('is asked for again when only its caller left before', async () => {
    const zone: Record<string, Zone[string]> = { 'late.example A': 'silent', 'late.example AAAA': 'silent' }
    const { lookup, asked } = await resolverOf(zone)
    const left = new AbortController()
    const first = lookup('late.example', { signal: left.signal })
    await waitUntil(() => asked.length >= 2, 'both addresses are asked for')
    left.abort(new Error('The caller left'))
    await expect(first).rejects.toThrow('The caller left')
    zone['late.example A'] = [ADDRESS]
    zone['late.example AAAA'] = []
    expect(await lookup('late.example')).toHaveLength(1)
  })
})

describe('names whose DNS server never answers', () => {
  it('hold a few look-ups of their own key, and nothing of another', async () => {
    const silent = Object.fromEntries(
      SILENT_NAMES.flatMap((name) => [`${name} A`, `${name} AAAA`].map((key) => [key, 'silent' as const])),
    )
    const { lookup, lookups, asked } = await resolverOf({
      ...silent,
      'good.example A': [ADDRESS],
      'good.example AAAA': [],
    })
    const left = new AbortController()
    const attack = SILENT_NAMES.map((name) => lookup(name, { who: HOSTILE, signal: left.signal }))
    const ends = Promise.allSettled(attack)
    await waitUntil(() => asked.length >= 2 * LOOKUPS.perKey, 'the look-ups have begun')
    expect(lookups.state()).toMatchObject({ in_use: LOOKUPS.perKey, waiting: 50 - LOOKUPS.perKey })
    expect(await lookup('good.example')).toHaveLength(1)
    expect(lookups.state().in_use).toBe(LOOKUPS.perKey)
    left.abort(new Error('The caller left'))
    expect((await ends).every(({ status }) => status === 'rejected')).toBe(true)
    expect(lookups.state()).toMatchObject({ in_use: 0, waiting: 0, keys: 0 })
  })
})

describe('a name that only the system knows', () => {
  const known = [{ address: '192.0.2.9', family: 4 }]

  it('is found for the owner’s origins, and the system is not asked for any other', async () => {
    const bySystem = () => Promise.resolve(known)
    const { lookup } = await resolverOf({ 'tv.local A': 'fails', 'tv.local AAAA': 'fails' }, { bySystem })
    expect(await lookup('nas.local', { bySystem: true })).toEqual(known)
    expect(await lookup('tv.local', { bySystem: true })).toEqual(known)
    await expect(lookup('nas.local')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  // Catches: a key that asks for the name of the owner's machine every few seconds, so that its sources never find it.
  it('is found right after another key has asked for it in vain', async () => {
    const { lookup } = await resolverOf({}, { bySystem: () => Promise.resolve(known), now: () => 0 })
    await expect(lookup('nas.lan', { who: HOSTILE })).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(await lookup('nas.lan', { bySystem: true })).toEqual(known)
  })

  it('is looked up one at a time, until the system has answered, even when the caller left', async () => {
    const answers: ((addresses: typeof known) => void)[] = []
    const bySystem = () => new Promise<typeof known>((resolve) => answers.push(resolve))
    const { lookup, systemLookups } = await resolverOf({}, { bySystem })
    const left = new AbortController()
    const first = lookup('one.local', { bySystem: true, signal: left.signal })
    await waitUntil(() => answers.length === 1, 'the system is asked')
    left.abort(new Error('The caller left'))
    await expect(first).rejects.toThrow('The caller left')
    const second = lookup('two.local', { bySystem: true })
    await waitUntil(() => systemLookups.state().waiting === 1, 'the second waits')
    answers[0]!(known)
    await waitUntil(() => answers.length === 2, 'the system is asked again')
    answers[1]!(known)
    expect(await second).toEqual(known)
  })
})

it('connects Node’s own client to the found address', async () => {
  const { port } = await receiver((_request, response) => response.end('here'))
  const { resolver } = await resolverOf({
    'model.example A': [Buffer.from([127, 0, 0, 1])],
    'model.example AAAA': [],
  })
  const status = await new Promise((resolve, reject) => {
    const lookup = resolver.connecting({ who: OTHER, bySystem: false })
    get(`http://model.example:${port}/`, { lookup }, (answer) => resolve(answer.statusCode)).on(
      'error',
      reject,
    )
  })
  expect(status).toBe(200)
})
