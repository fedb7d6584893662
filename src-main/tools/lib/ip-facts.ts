import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { ipv6InHex } from '../../../src-shared/ipv6-text.ts'

/** A range of addresses: all those that share the first `bits` bits with `address`. */
export interface IpRange {
  readonly version: 4 | 6
  readonly bits: number
  readonly first: bigint
  readonly last: bigint
}

/** The value of an address as a number; null if it is not one. A zone (fe80::1%eth0) is ignored. */
export function ipValue(text: string): { version: 4 | 6; value: bigint } | null {
  const bare = text.replace(/%[\w.-]{1,32}$/, '')
  const version = isIP(bare)
  if (version === 0 || (version === 4 && bare !== text)) return null
  const bytes = Buffer.from(parsed(bare).toByteArray())
  return { version: version === 4 ? 4 : 6, value: BigInt(`0x${bytes.toString('hex')}`) }
}

// The library reads ::1.2.3.4 as ::ffff:1.2.3.4, so it gets no dots in IPv6.
function parsed(bare: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.parse(isIP(bare) === 6 ? ipv6InHex(bare) : bare)
}

/** An address from its value, in its short form (RFC 5952). */
export function ipText(version: 4 | 6, value: bigint): string {
  const hex = value.toString(16).padStart(version === 4 ? 8 : 32, '0')
  const text = ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString()
  return version === 6 ? toRfc5952(text) : text
}

// RFC 5952, 5: addresses that contain an IPv4 address show it with dots.
function toRfc5952(text: string): string {
  const parsed = ipaddr.IPv6.parse(text)
  return parsed.isIPv4MappedAddress() ? `::ffff:${parsed.toIPv4Address().toString()}` : text
}

/**
 * A range in CIDR notation (RFC 4632, RFC 4291); null if it is not one. A single address is a range
 * of one.
 */
export function ipRange(text: string): IpRange | null {
  const [address = '', prefix, ...more] = text.split('/')
  const found = ipValue(address)
  if (found === null || more.length > 0 || address.includes('%')) return null
  const size = found.version === 4 ? 32 : 128
  if (prefix !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(prefix)) return null
  const bits = prefix === undefined ? size : Number(prefix)
  if (bits > size) return null
  const hosts = (1n << BigInt(size - bits)) - 1n
  return { version: found.version, bits, first: found.value & ~hosts, last: found.value | hosts }
}

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

const CLASSES: Readonly<Record<string, string>> = {
  unicast: 'public',
  private: 'private',
  uniqueLocal: 'private',
  loopback: 'loopback',
  linkLocal: 'link_local',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  carrierGradeNat: 'shared',
  ipv4Mapped: 'ipv4_mapped',
}

/**
 * The purpose of an address by IANA's registries: public, private and so on; reserved for all the
 * rest.
 */
export function ipClass(text: string): string {
  const address = parsed(text.replace(/%.*$/, ''))
  // All other unicast of IPv6 is unassigned (IANA, "IPv6 Address Space").
  const isUnassigned = address instanceof ipaddr.IPv6 && !address.match(GLOBAL_V6)
  const range = address.range()
  // RFC 1122, 3.2.1.3: of 0.0.0.0/8 the first alone is unspecified; the others are hosts of "this network".
  if (range === 'unspecified' && ipValue(text)?.value !== 0n) return 'reserved'
  return range === 'unicast' && isUnassigned ? 'reserved' : (CLASSES[range] ?? 'reserved')
}

const MAPPED = 0xffff_0000_0000n

/** An IPv6 range that contains IPv4 addresses (::ffff:0:0/96) as an IPv4 range; others unchanged. */
export function unmapped(range: IpRange): IpRange {
  if (range.version === 4 || range.bits < 96 || range.first >> 32n !== MAPPED >> 32n) return range
  return { version: 4, bits: range.bits - 96, first: range.first - MAPPED, last: range.last - MAPPED }
}
