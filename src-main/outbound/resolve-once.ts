import { isIP } from 'node:net'
import type { Sharer } from '../shares/place.ts'
import { InvalidInput } from '../tool-kit/tool-context.ts'
import {
  isNetworkAddress,
  isPublicAddress,
  isSameAddress,
  isMachineAddress,
  ownAddresses,
  type Interfaces,
} from './address-policy.ts'

export interface HostAddress {
  readonly address: string
  readonly family: number
}

/**
 * How far a request may reach: `public` addresses, also those of this machine's `network`, with a `typed` origin this
 * machine as well, or `any` at all, including the addresses at which a cloud answers about the machine.
 */
export type Reach = 'public' | 'network' | 'typed' | 'any'

/** Who looks up a name, and how. */
export interface LookupCall {
  readonly who: Sharer
  readonly signal: AbortSignal
  /** Whether the system may be asked for a name that DNS does not know: only for names that the owner has given. */
  readonly bySystem: boolean
}

/** Returns every address of a host name, in the order to try them. */
export type Lookup = (hostname: string, call: LookupCall) => Promise<readonly HostAddress[]>

// Names that never lead to the public internet: RFC 6761 and 6762, RFC 8375, ICANN's .internal.
const LOCAL_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa', 'test', 'invalid', 'onion']

/**
 * The addresses to dial for a target, each of them checked. A name is looked up once; a second answer cannot change
 * where the connection goes.
 * @param interfaces this machine's own, whose addresses are out of reach
 * @throws InvalidInput when any address is out of reach
 */
export async function resolveOnce(
  target: URL,
  reach: Reach,
  lookup: (hostname: string) => Promise<readonly HostAddress[]>,
  interfaces: Interfaces,
): Promise<readonly HostAddress[]> {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0 && reach === 'public' && isLocalName(host)) throw refusal(target)

  const addresses = family === 0 ? await lookup(host) : [{ address: host, family }]
  if (addresses.length === 0) throw new Error(`The name ${host} has no address. Check its spelling.`)
  if (addresses.every(({ address }) => isWithin(reach, address, interfaces))) return addresses
  if (reach !== 'typed') throw refusal(target)
  throw new InvalidInput('url', `${target.host} is where a cloud answers about its machines`)
}

/** True for names that cannot be public: a name without a dot is completed with this machine's search domains. */
export function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`))
}

function isWithin(reach: Reach, address: string, interfaces: Interfaces): boolean {
  if (reach === 'any') return true
  if (reach === 'typed') return !isMachineAddress(address)
  const open = isPublicAddress(address) || (reach === 'network' && isNetworkAddress(address))
  return open && !ownAddresses(interfaces).some((own) => isSameAddress(own, address))
}

// Without the address: a caller must not learn how names resolve inside the owner's network.
function refusal(target: URL): InvalidInput {
  return new InvalidInput(
    'url',
    `${target.host} does not lead to a public address, so nothing was sent. The owner can let the ` +
      `network tools reach this origin by starting the gateway with --allow-webhook ${target.origin}`,
  )
}
