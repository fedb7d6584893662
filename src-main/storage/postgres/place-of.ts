import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Place } from './connection.ts'

const DEFAULT_PORT = 5_432
/** It is written into statements, so it is nothing but a plain name. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,47}$/
const PARAMETERS = new Set(['host', 'sslmode', 'sslrootcert'])
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/

/**
 * Reads the address of a database, such as `postgres://user:password@host:5432/name`. `?host=/folder` names the folder
 * of the server's socket. A line to another machine is encrypted, and the server's certificate must name it, unless
 * `?sslmode=` says otherwise.
 * @throws TypeError with a sentence that does not repeat the address, which may hold a password
 */
export function placeOf(url: string, schema: string): Place {
  if (!SCHEMA.test(schema) || schema.startsWith('pg_'))
    throw new TypeError(
      'A schema is named with at most 48 lower-case letters, digits and "_", and does not begin with a digit or "pg_".',
    )
  const { protocol, hostname, port, username, password, pathname, searchParams } = parse(url)
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new TypeError('The address of a database begins with postgres://.')
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined)
    throw new TypeError(`Toolgate does not know ${unknown} in the address of a database.`)
  const host = searchParams.get('host') ?? decoded(hostname).replaceAll(/^\[|\]$/g, '')
  const [user, database] = [decoded(username), decoded(pathname.slice(1))]
  if (host === '' || user === '' || database === '')
    throw new TypeError(
      'The address of a database names its user, its host and itself: postgres://user@host/name.',
    )
  return {
    ...{ host, user, database, schema },
    port: port === '' ? DEFAULT_PORT : Number(port),
    ...(password === '' ? {} : { password: decoded(password) }),
    ssl: sslOf(searchParams, host),
  }
}

function parse(url: string): URL {
  try {
    return new URL(url)
  } catch (error) {
    // An address of a socket's folder has no host, which other addresses may not do without.
    if (url.includes('@/')) {
      const parsed = new URL(url.replace('@/', '@socket/'))
      if (parsed.searchParams.has('host')) return parsed
    }
    throw new TypeError('This is not the address of a database: postgres://user:password@host:5432/name.', {
      cause: error,
    })
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    throw new TypeError('A "%" in the address of a database is written as %25.', { cause: error })
  }
}

/** `require` encrypts for whoever answers, so that only who listens learns nothing. */
function sslOf(parameters: URLSearchParams, host: string): NonNullable<Place['ssl']> {
  const isHere = host.startsWith('/') || LOOPBACK.test(host)
  const mode = parameters.get('sslmode') ?? (isHere ? 'disable' : 'verify-full')
  const file = parameters.get('sslrootcert')
  const asked = {
    // Without a name, the client would ask a server for the certificate of another one.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(file === null ? {} : { ca: readCertificate(file) }),
  }
  if (mode === 'disable') return false
  if (mode === 'verify-full') return asked
  if (mode === 'verify-ca') return { ...asked, checkServerIdentity: () => undefined }
  if (mode === 'require') return { ...asked, rejectUnauthorized: false }
  throw new TypeError('sslmode in the address of a database is verify-full, verify-ca, require or disable.')
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new TypeError('The file that sslrootcert names in the address of a database cannot be read.', {
      cause: error,
    })
  }
}
