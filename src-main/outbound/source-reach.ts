import { isIP } from 'node:net'
import { isPublicAddress } from './address-policy.ts'
import { isLocalName, type Reach } from './resolve-once.ts'

/** The private origins that the owner lets tools reach; read for every request, so a change takes effect at once. */
export interface OpenedOrigins {
  /** An origin as toAllowedOrigin writes it. */
  has(origin: string): boolean
  /** Whether a wildcard matches the target. */
  covers?(target: URL): Promise<boolean>
}

/**
 * True for addresses that say themselves that they are in the owner's network or on this machine. A name of the
 * internet does not, wherever it leads.
 */
export function isOwnNetwork({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host)
}

/**
 * How far a source may reach at a target: into the owner's network only where its owner has written that address, which
 * says so itself, or has opened the origin to all tools.
 * @param written the one origin that the owner has written for it; null for none
 */
export async function reachOfSource(
  target: URL,
  written: string | null,
  opened: OpenedOrigins,
): Promise<Reach> {
  if (opened.has(target.origin)) return 'typed'
  if (target.origin === written && isOwnNetwork(target)) return 'typed'
  return (await opened.covers?.(target)) ? 'network' : 'public'
}
