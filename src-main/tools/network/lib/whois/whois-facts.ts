import { isIP } from 'node:net'
import { UNREGISTERED, type Registration } from '../registration.ts'
import { hasMonthFirst, whoisDate } from './whois-dates.ts'
import { whoisEntries, type WhoisEntry } from './whois-entries.ts'
import { FREE, FREE_STATUS, isServer, KEYS, NO_SERVER, OTHERS, REFUSED, RESERVED } from './whois-words.ts'

/** What an answer of a WHOIS server says: the facts, why it says none, or null if it cannot be read. */
export type WhoisFacts = Registration | 'refused' | null

const MOST = 50
/** Longer values are prose. */
const LONGEST_VALUE = 300

/** The facts in a WHOIS answer about a domain. */
export function whoisFacts(text: string): WhoisFacts {
  const entries = whoisEntries(text).filter(({ value }) => value.length <= LONGEST_VALUE)
  const status = named(entries, KEYS.status)
    .filter(({ section }) => !OTHERS.test(section))
    .flatMap(({ value }) => statusesIn(value))
  if (status.some((one) => FREE_STATUS.test(one))) return UNREGISTERED
  if (status.some((one) => /\b(?:denied|refused)\b/i.test(one))) return 'refused'
  if (status.some((one) => /^(?:\d{3} )?(?:invalid|not allowed|unavailable)\b/i.test(one))) return null
  const facts = {
    registrar: registrarIn(entries),
    ...datesIn(entries),
    status: [...new Set(status)].slice(0, MOST),
    name_servers: nameServersIn(entries),
    dnssec: signedIn(named(entries, KEYS.dnssec)),
  }
  return factsOf(facts, entries, text)
}

function factsOf(
  facts: Omit<Registration, 'registered'>,
  entries: readonly WhoisEntry[],
  text: string,
): WhoisFacts {
  const { registrar, created_at, expires_at, name_servers, status } = facts
  if (registrar !== null || created_at !== null || expires_at !== null || name_servers.length > 0)
    return { registered: true, ...facts }
  // What follows the first line can be terms of use, which have the words of refusals in them.
  if (FREE.test(firstLine(text))) return UNREGISTERED
  if (REFUSED.test(text) && status.length === 0) return 'refused'
  if (FREE.test(text.replaceAll('_', ' '))) return UNREGISTERED
  if (status.length > 0 || entries.some(isDomain)) return { registered: true, ...facts }
  return RESERVED.test(text) ? { registered: true, ...facts, status: ['reserved'] } : null
}

/** The first line of an answer that is not a comment; empty if there is none. */
export function firstLine(text: string): string {
  return /^[ \t]*[^\s%#;*>-].*$/m.exec(text)?.[0].trim() ?? ''
}

// A line under a heading has the heading as its name.
function named(entries: readonly WhoisEntry[], keys: RegExp): WhoisEntry[] {
  return entries.filter(({ section, key }) => keys.test(key === '' ? section : key))
}

function isDomain({ key }: WhoisEntry): boolean {
  return /^domain(?: ?name)?$/.test(key)
}

function registrarIn(entries: readonly WhoisEntry[]): string | null {
  // Of old, Verisign told of hosts with such a name too, and of their registrars.
  const said = entries.filter(({ section, key }) => section !== 'server name' && KEYS.registrar.test(key))
  const objects = new Set(
    said
      .filter(({ paragraph }, at) => entries.find((one) => one.paragraph === paragraph) === said[at])
      .map(({ paragraph }) => paragraph),
  )
  const under = entries.filter(
    ({ section, paragraph }) => /^(?:current )?registrar$/.test(section) || objects.has(paragraph),
  )
  const organisation = under.find(({ key }) => /^(?:organi[sz]ation|name|company)(?: name)?$/.test(key))
  const line = under.find(({ key }) => key === '')
  const name = organisation?.value ?? said[0]?.value ?? line?.value ?? null
  return name === null || /^no registrar\b/i.test(name) ? null : name
}

function datesIn(entries: readonly WhoisEntry[]) {
  const monthFirst = hasMonthFirst(entries.map(({ value }) => value))
  const all = (keys: RegExp): string[] =>
    named(entries, keys).flatMap(({ section, key, value }) => {
      if (OTHERS.test(section) && !/\bdomain\b|expir/.test(key)) return []
      return whoisDate(value, monthFirst) ?? []
    })
  // In the manner of RIPE there is a line for every change.
  const changes = named(entries, /^changed$/)
    .filter(({ section }) => /^(?:domain.*)?$/.test(section))
    .flatMap(({ value }) => whoisDate(value, monthFirst) ?? [])
  return {
    created_at: all(KEYS.created_at)[0] ?? null,
    updated_at: all(KEYS.updated_at)[0] ?? changes.toSorted().at(-1) ?? null,
    expires_at: all(KEYS.expires_at)[0] ?? whoisDate(untilIn(entries), monthFirst),
  }
}

// OK-UNTIL 20140903121852; Connected (2026/03/31)
function untilIn(entries: readonly WhoisEntry[]): string {
  const until = /(?:\buntil |\()(\d{4}[\d/-]*\d)/i
  const found = entries.find(({ key, value }) => KEYS.status.test(key) && until.test(value))
  return until.exec(found?.value ?? '')?.[1] ?? ''
}

// clientHold https://icann.org/epp#clientHold, REGISTERED, DELEGATED, and "ok - explained".
function statusesIn(value: string): string[] {
  return value
    .replace(/\(?https?:\/\/\S*/g, '')
    .replace(/ +-+ .*$/s, '')
    .split(/\s*[,;]\s*/)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\d]/u.test(one) && !/^no .* listed\b/i.test(one))
}

function nameServersIn(entries: readonly WhoisEntry[]): string[] {
  // Punktum.dk has the domain itself as `DNS`.
  const domains = new Set(entries.filter(isDomain).map(({ value }) => hostIn(value)))
  const hosts = entries
    .filter(({ section, key }) => isServer(key) || (isServer(section) && !NO_SERVER.test(key)))
    .map(({ value }) => hostIn(value))
    .filter((host) => !domains.has(host) && isIP(host) === 0 && /^[\w-]+(?:\.[\w-]+)+$/.test(host))
  return [...new Set(hosts)].slice(0, MOST)
}

// ns1.example.com., ns1.example.com [192.0.2.1], and as in a zone: example.com NS ns1.example.com.
function hostIn(value: string): string {
  const host = /^\S+\s+NS\s+(\S+)/.exec(value)?.[1] ?? /^[^\s,;|([]+/.exec(value)?.[0] ?? ''
  return host.toLowerCase().replace(/\.$/, '')
}

function signedIn(entries: readonly WhoisEntry[]): boolean | null {
  const [said] = entries
  return said === undefined ? null : /^(?:signed|yes|active|true|y$)/i.test(said.value)
}
