import type { Shares } from '../../shares/shares.ts'
import { LOOKUPS, NameResolver, SYSTEM_LOOKUPS, type ResolverOptions } from './name-resolver.ts'

/** The resolvers of an instance, which share nothing: whatever callers send to, the names of providers are found. */
interface Names {
  readonly ofCallers: NameResolver
  readonly ofProviders: NameResolver
}

/** Opens both resolvers. Nothing is looked up yet. */
export function openNames(shares: Shares, options: ResolverOptions = {}): Names {
  const ofCallers = new NameResolver(shares.open(LOOKUPS), shares.open(SYSTEM_LOOKUPS), options)
  // All of its look-ups are the gateway's own.
  const lookups = shares.open({ ...LOOKUPS, name: 'provider_lookups', perKey: LOOKUPS.limit })
  const bySystem = shares.open({ ...SYSTEM_LOOKUPS, name: 'provider_system_lookups', waitingPerKey: 64 })
  return { ofCallers, ofProviders: new NameResolver(lookups, bySystem, options) }
}
