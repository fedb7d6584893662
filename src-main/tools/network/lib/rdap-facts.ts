import { UNREGISTERED, type Registration } from './registration.ts'

const MOST = 50

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

// RFC 9083, 4.5, has RFC 3339, which has a zone.
function dateOf(text: string | null): string | null {
  const instant = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(text ?? '') ? Date.parse(text!) : NaN
  return Number.isNaN(instant) ? text : new Date(instant).toISOString()
}
