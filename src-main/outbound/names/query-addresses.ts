import { Resolver } from 'node:dns/promises'
import type { HostAddress } from '../resolve-once.ts'

/** For one look-up, with its repetitions. */
const LOOKUP_MS = 5_000
/** How long the addresses of one family wait for those of the other. */
const OTHER_FAMILY_MS = 250

/**
 * Asks DNS for both kinds of addresses of a name, IPv4 first, without the machine's search domains. Everything ends
 * with the signal: no thread is left waiting, as one is with the system's own look-up.
 * @param servers instead of the machine's own
 * @throws the signal's reason, or an error with the code ENOTFOUND, ETIMEOUT or another of Node's DNS codes
 */
export async function queryAddresses(
  name: string,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<readonly HostAddress[]> {
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  const timers = [setTimeout(cancel, LOOKUP_MS)]
  const toFamily = (family: number) => (addresses: readonly string[]) => {
    if (addresses.length > 0) timers.push(setTimeout(cancel, OTHER_FAMILY_MS))
    return addresses.map((address) => ({ address, family }))
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    // With a final dot the name is absolute.
    const answers = await Promise.allSettled([
      resolver.resolve4(`${name}.`).then(toFamily(4)),
      resolver.resolve6(`${name}.`).then(toFamily(6)),
    ])
    signal.throwIfAborted()
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    throw failureOf(
      name,
      answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : [])),
    )
  } finally {
    for (const timer of timers) clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}

// A name without addresses does not exist for a caller; otherwise the first thing that went wrong counts.
function failureOf(name: string, reasons: readonly unknown[]): Error {
  const codes = reasons.map((reason) => (reason instanceof Error && 'code' in reason ? reason.code : ''))
  const wrong = codes.includes('ENOTFOUND')
    ? undefined
    : codes.find((code) => code !== 'ENODATA' && code !== '')
  // Cancelled by the timer, since the signal has been looked at.
  const code = wrong === 'ECANCELLED' ? 'ETIMEOUT' : (wrong ?? 'ENOTFOUND')
  return Object.assign(new Error(`${name} could not be resolved`, { cause: reasons[0] }), { code })
}
