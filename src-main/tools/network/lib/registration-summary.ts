const WHOIS_FIELDS = {
  registrar: /^[ \t]*(?:registrar|registrar name|sponsoring registrar):[ \t]*(\S.*)$/im,
  created_at:
    /^[ \t]*(?:creation date|created|created on|registered|registration time|domain registration date):[ \t]*(\S.*)$/im,
  updated_at:
    /^[ \t]*(?:updated date|last updated|last-update|changed|modified|last modified):[ \t]*(\S.*)$/im,
  expires_at:
    /^[ \t]*(?:registry expiry date|registrar registration expiration date|expiry date|expiration date|expires|expires on|paid-till|renewal date):[ \t]*(\S.*)$/im,
}
const NOT_FOUND =
  /^(?:%[ \t]*)?(?:no match|not found|no data found|no entries found|domain not found|no object found|status:\s*(?:free|available))/im
const MOST = 50

export interface Registration {
  readonly registered: boolean
  readonly registrar: string | null
  readonly created_at: string | null
  readonly updated_at: string | null
  readonly expires_at: string | null
  readonly status: readonly string[]
  readonly name_servers: readonly string[]
  readonly dnssec: boolean | null
}

const UNREGISTERED: Registration = {
  registered: false,
  registrar: null,
  created_at: null,
  updated_at: null,
  expires_at: null,
  status: [],
  name_servers: [],
  dnssec: null,
}

/**
 * The facts in WHOIS answers; for each fact the last answer is the most authoritative. Their form
 * differs between servers.
 */
export function fromWhois(texts: readonly string[]): Registration {
  const last = texts.at(-1) ?? ''
  if (NOT_FOUND.test(last)) return UNREGISTERED
  const find = (pattern: RegExp) => firstOf(texts.toReversed(), pattern)
  const all = (pattern: RegExp) => {
    const found = texts
      .toReversed()
      .map((text) => [...text.matchAll(pattern)].map(([, value = '']) => value.trim()))
    return [...new Set(found.find((list) => list.length > 0) ?? [])].slice(0, MOST)
  }
  const dnssec = find(/^[ \t]*dnssec:[ \t]*(\S.*)$/im)
  return {
    registered: true,
    registrar: find(WHOIS_FIELDS.registrar),
    created_at: dateOf(find(WHOIS_FIELDS.created_at)),
    updated_at: dateOf(find(WHOIS_FIELDS.updated_at)),
    expires_at: dateOf(find(WHOIS_FIELDS.expires_at)),
    status: all(/^[ \t]*(?:domain )?status:[ \t]*(\S+)/gim),
    name_servers: all(/^[ \t]*(?:name server|nserver|nameserver):[ \t]*(\S+)/gim).map((name) =>
      name.toLowerCase().replace(/\.$/, ''),
    ),
    dnssec: dnssec === null ? null : /^(?:signed|yes|active)/i.test(dnssec),
  }
}

/** The facts in an RDAP answer (RFC 9083, 5.3). */
export function fromRdap(answer: unknown): Registration {
  if (answer === null) return UNREGISTERED
  const event = (action: string) =>
    dateOf(
      textOf(
        listOf(answer, 'events').find((one) => member(one, 'eventAction') === action),
        'eventDate',
      ),
    )
  const registrar = listOf(answer, 'entities').find((one) => listOf(one, 'roles').includes('registrar'))
  const signed = member(member(answer, 'secureDNS'), 'delegationSigned')
  return {
    registered: true,
    registrar: nameIn(registrar) ?? textOf(registrar, 'handle'),
    created_at: event('registration'),
    updated_at: event('last changed'),
    expires_at: event('expiration'),
    status: listOf(answer, 'status').flatMap((one) => (typeof one === 'string' ? [one] : [])),
    name_servers: listOf(answer, 'nameservers').flatMap(
      (one) => textOf(one, 'ldhName')?.toLowerCase() ?? [],
    ),
    dnssec: typeof signed === 'boolean' ? signed : null,
  }
}

// RFC 7095: ["vcard", [["fn", {}, "text", "Name"], …]]
function nameIn(entity: unknown): string | null {
  const [, properties] = listOf(entity, 'vcardArray')
  const all: unknown[] = Array.isArray(properties) ? properties : []
  const name = all.flatMap((one: unknown) =>
    Array.isArray(one) && one[0] === 'fn' ? [one[3] as unknown] : [],
  )[0]
  return typeof name === 'string' ? name : null
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listOf(value: unknown, name: string): unknown[] {
  const list = member(value, name)
  return Array.isArray(list) ? list.slice(0, MOST) : []
}

function textOf(value: unknown, name: string): string | null {
  const text = member(value, name)
  return typeof text === 'string' && text !== '' ? text : null
}

function firstOf(texts: readonly string[], pattern: RegExp): string | null {
  for (const text of texts) {
    const found = pattern.exec(text)?.[1]?.trim()
    if (found !== undefined && found !== '') return found
  }
  return null
}

// As ISO 8601 if it is a date that starts with its year; any other form stays as the server wrote
// it.
function dateOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}/.test(text)) return text
  const instant = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : text.replace(' ', 'T'))
  return Number.isNaN(instant) ? text : new Date(instant).toISOString()
}
