import ipaddr from 'ipaddr.js'
import { isIPv4, isIPv6 } from 'node:net'

/** Whether an address is one of this machine's own. */
export function isLoopback(address: string): boolean {
  const plain = plainOf(address)
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/**
 * The name under which limits count an address. All of loopback is one: a program may send from any of its 16 million
 * addresses. So is an IPv6 network of 64 bits, the least that a machine is given.
 */
export function addressGroup(address: string): string {
  if (isLoopback(address)) return 'loopback'
  const plain = plainOf(address)
  return isIPv6(plain) ? networkOf(plain) : plain
}

// A zone names the link, on which the network is.
function networkOf(address: string): string {
  const [bare = '', ...zone] = address.split('%')
  const words = ipaddr.IPv6.parse(bare).parts.slice(0, 4)
  return [words.map((word) => word.toString(16)).join(':'), ...zone].join('%')
}

// IPv4 as a socket for both families shows it.
function plainOf(address: string): string {
  return address.replace(/^::ffff:/i, '')
}
