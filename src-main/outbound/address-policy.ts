import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { ipv6InHex } from '../../src-shared/ipv6-text.ts'

// IPv6 is checked by what is allowed, not by what is refused: only 2000::/3 has been allocated to the public
// internet (IANA, "IPv6 Global Unicast"), and of all forms that contain an IPv4 address only 6to4 and Teredo are
// inside it.
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

const REFUSED_V6 = [
  '2001::/23', // IETF protocol assignments, Teredo among them (RFC 2928, RFC 4380)
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4, which carries any IPv4 address (RFC 3056)
  '3fff::/20', // documentation (RFC 9637)
].map((range) => ipaddr.IPv6.parseCIDR(range))

// Formally public, but answered by the host of a virtual machine (Azure's wire server).
const REFUSED_V4 = new Set(['168.63.129.16'])

/** True when the public internet routes the address; false for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return ipaddr.IPv4.parse(address).range() === 'unicast' && !REFUSED_V4.has(address)
    case 6:
      return isPublicV6(address)
    default:
      return false
  }
}

function isPublicV6(address: string): boolean {
  // A zone (fe80::1%eth0) has a meaning only on this machine's links.
  if (address.includes('%')) return false
  const parsed = readV6(address)
  return (
    parsed.match(PUBLIC_V6) &&
    parsed.range() === 'unicast' &&
    !REFUSED_V6.some((range) => parsed.match(range))
  )
}

// Addresses of private networks at which a cloud answers about the machine itself: AWS, Google.
const METADATA = ['fd00:ec2::254', 'fd20:ce::254']

/** True for the addresses that a network gives to its own machines: RFC 1918, RFC 4193. */
export function isNetworkAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return ipaddr.IPv4.parse(address).range() === 'private'
    case 6:
      return (
        !address.includes('%') &&
        readV6(address).range() === 'uniqueLocal' &&
        !METADATA.some((one) => isSameAddress(one, address))
      )
    default:
      return false
  }
}

/** True for the addresses at which a cloud answers about the machine itself, and all that hold for one link only. */
export function isMachineAddress(address: string): boolean {
  if (address.includes('%') || REFUSED_V4.has(address)) return true
  const known = isIP(address) === 0 ? null : ipaddr.parse(shortest(address))
  return known?.range() === 'linkLocal' || METADATA.some((one) => isSameAddress(one, address))
}

/** How the operating system lists this machine's network interfaces. */
export type Interfaces = typeof networkInterfaces

/** The addresses of this machine's own interfaces: public ones lead back here just like 127.0.0.1. */
export function ownAddresses(interfaces: Interfaces): readonly string[] {
  return Object.values(interfaces()).flatMap((list) => (list ?? []).map((one) => one.address))
}

/** True when both are the same address. */
export function isSameAddress(one: string, other: string): boolean {
  return isIP(one) !== 0 && isIP(other) !== 0 && shortest(one) === shortest(other)
}

// An IPv4 address in IPv6 (::ffff:0:0/96) is the IPv4 address.
function shortest(address: string): string {
  const [bare = '', ...zone] = address.split('%')
  const parsed = isIP(bare) === 6 ? readV6(bare) : ipaddr.IPv4.parse(bare)
  const known =
    parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed
  return [known.toString(), ...zone].join('%')
}

// The library reads ::1.2.3.4 as ::ffff:1.2.3.4, so it gets no dots.
function readV6(address: string): ipaddr.IPv6 {
  return ipaddr.IPv6.parse(ipv6InHex(address))
}
