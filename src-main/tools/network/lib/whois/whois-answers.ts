import type { Registration } from '../registration.ts'
import { firstLine, whoisFacts, type WhoisFacts } from './whois-facts.ts'

/** What several servers say of a domain, or what is wrong with the answer of the first. */
export type WhoisRegistration =
  | Registration
  | {
      readonly problem: 'refused' | 'unreadable'
      /** The line that says most of it; empty if the server sent nothing. */
      readonly line: string
    }

/**
 * The facts in WHOIS answers, the registry's first. Whether the domain is registered the registry
 * says; of every other fact the last answer that has it counts, which is the registrar's.
 */
export function fromWhois(texts: readonly string[]): WhoisRegistration {
  const [registry = null, ...others] = texts.map(whoisFacts)
  if (registry === null || registry === 'refused')
    return { problem: registry ?? 'unreadable', line: lineOf(texts[0] ?? '') }
  if (!registry.registered) return registry
  return others.filter(isRegistered).reduce(completed, registry)
}

function isRegistered(answer: WhoisFacts): answer is Registration {
  return answer !== null && answer !== 'refused' && answer.registered
}

function completed(before: Registration, after: Registration): Registration {
  return {
    registered: true,
    registrar: after.registrar ?? before.registrar,
    created_at: after.created_at ?? before.created_at,
    updated_at: after.updated_at ?? before.updated_at,
    expires_at: after.expires_at ?? before.expires_at,
    status: after.status.length > 0 ? after.status : before.status,
    name_servers: after.name_servers.length > 0 ? after.name_servers : before.name_servers,
    dnssec: after.dnssec ?? before.dnssec,
  }
}

function lineOf(text: string): string {
  const line = firstLine(text)
  return (line === '' ? text.trim() : line).slice(0, 200).toWellFormed()
}
