import { isUtf8 } from 'node:buffer'
import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import { InvalidInput, type DnsAnswer, type DnsRecord, type DnsType } from '../tool-kit/tool-context.ts'
import { isPublicAddress } from './address-policy.ts'
import { isLocalName } from './resolve-once.ts'

const MAX_NAME_CHARS = 253 // RFC 1035, 2.3.4
const MAX_RECORDS = 200
// Underscores are for names such as _dmarc.example.com (RFC 8552).
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i

/**
 * A name as DNS knows it, in ASCII and without its last dot.
 * @throws InvalidInput for an invalid name, and for names in this machine's own network
 */
export function toDnsName(name: string): string {
  const bare = name.trim().replace(/\.$/, '')
  // The URL parser turns numbers into addresses, so only names with other letters go through it.
  const ascii = /^[\x21-\x7e]+$/.test(bare) ? bare.toLowerCase() : domainToASCII(bare)
  if (
    ascii === '' ||
    ascii.length > MAX_NAME_CHARS ||
    !ascii.split('.').every((label) => LABEL.test(label))
  )
    throw new InvalidInput('name', 'Send a domain name such as example.com')
  if ((isLocalName(ascii) && !isTopLevel(ascii)) || isPrivateReverse(ascii))
    throw new InvalidInput('name', `${ascii} is not a name in the public DNS; send one such as example.com`)
  return ascii
}

// A single label of letters that is not a local name of this machine is a top-level domain.
function isTopLevel(name: string): boolean {
  return /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/.test(name) && name !== 'localhost'
}

// Callers must not learn the names of addresses in the owner's network.
function isPrivateReverse(name: string): boolean {
  const v4 = /^((?:\d{1,3}\.){4})in-addr\.arpa$/.exec(name)?.[1]
  if (v4 !== undefined) return !isPublicAddress(v4.split('.').slice(0, 4).reverse().join('.'))
  const v6 = /^((?:[\da-f]\.){32})ip6\.arpa$/.exec(name)?.[1]
  if (v6 === undefined) return false
  const digits = v6.split('.').reverse().join('')
  return !isPublicAddress(digits.match(/.{4}/g)?.join(':') ?? '')
}

/** Asks for the records of one type. The query ends with the signal. */
export async function queryResolver(
  name: string,
  type: DnsType,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<DnsAnswer> {
  const resolver = new Resolver({ timeout: 2_500, tries: 3 })
  if (servers.length > 0) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    // With a final dot the name is absolute: no search domain of this machine is appended.
    return { exists: true, records: (await READERS[type](resolver, `${name}.`)).slice(0, MAX_RECORDS) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENODATA') return { exists: true, records: [] }
    if (code === 'ENOTFOUND') return { exists: false, records: [] }
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

type Parts = Readonly<Record<string, string | number>>

const READERS: Record<DnsType, (resolver: Resolver, name: string) => Promise<DnsRecord[]>> = {
  A: async (resolver, name) => addresses('A', await resolver.resolve4(name, { ttl: true })),
  AAAA: async (resolver, name) => addresses('AAAA', await resolver.resolve6(name, { ttl: true })),
  CNAME: async (resolver, name) => names('CNAME', await resolver.resolveCname(name)),
  NS: async (resolver, name) => names('NS', await resolver.resolveNs(name)),
  PTR: async (resolver, name) => names('PTR', await resolver.resolvePtr(name)),
  MX: async (resolver, name) => {
    const found = await resolver.resolveMx(name)
    return found
      .toSorted((one, other) => one.priority - other.priority)
      .map(({ priority, exchange }) => toRecord('MX', `${priority} ${exchange}.`, { priority, exchange }))
  },
  // A text comes in pieces of 255 bytes, which are joined without a space (RFC 7208, 3.3).
  TXT: async (resolver, name) =>
    (await resolver.resolveTxt(name)).map((pieces) => toRecord('TXT', textOf(pieces), {})),
  SRV: async (resolver, name) =>
    (await resolver.resolveSrv(name)).map(({ priority, weight, port, name: target }) =>
      toRecord('SRV', `${priority} ${weight} ${port} ${target}.`, { priority, weight, port, target }),
    ),
  CAA: async (resolver, name) =>
    (await resolver.resolveCaa(name)).flatMap((found) =>
      // Node uses the tag as the name of the member with its value.
      Object.entries(found).flatMap(([tag, value]) => {
        if (tag === 'critical' || tag === 'type' || typeof value !== 'string') return []
        const critical = found.critical
        return toRecord('CAA', `${critical} ${tag} "${value}"`, {
          critical,
          tag,
          value: value.toWellFormed(),
        })
      }),
    ),
  SOA: async (resolver, name) => {
    const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name)
    const value = `${nsname}. ${hostmaster}. ${serial} ${refresh} ${retry} ${expire} ${minttl}`
    return [toRecord('SOA', value, { nsname, hostmaster, serial, refresh, retry, expire, minttl })]
  },
}

function addresses(type: 'A' | 'AAAA', found: readonly { address: string; ttl: number }[]): DnsRecord[] {
  return found.map(({ address, ttl }) => ({ type, value: address, ttl, parts: {} }))
}

function names(type: DnsType, found: readonly string[]): DnsRecord[] {
  return found.map((name) => toRecord(type, `${name}.`, {}))
}

function toRecord(type: DnsType, value: string, parts: Parts): DnsRecord {
  return { type, value, ttl: null, parts }
}

// Node gives each byte as a Latin-1 character; valid UTF-8 is decoded as such.
function textOf(pieces: readonly string[]): string {
  const bytes = Buffer.from(pieces.join(''), 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')
}
