import { isIPv4 } from 'node:net'

/** Whether an address is one of this machine's own. */
export function isLoopback(address: string): boolean {
  const plain = plainOf(address)
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/**
 * The name under which limits count an address. All of loopback is one: a program may send from any of its 16 million
 * addresses.
 */
export function addressGroup(address: string): string {
  return isLoopback(address) ? 'loopback' : plainOf(address)
}

// IPv4 as a socket for both families shows it.
function plainOf(address: string): string {
  return address.replace(/^::ffff:/i, '')
}
