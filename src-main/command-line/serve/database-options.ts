import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { DatabaseOptions } from '../../instance/foundation/on-postgres.ts'
import { placeOf } from '../../storage/postgres/place-of.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** The options of `serve` about its database, as they were typed. */
export interface DatabaseArguments {
  readonly 'database-url'?: string | undefined
  readonly 'database-schema'?: string | undefined
  readonly 'database-pool'?: string | undefined
  readonly 'instance-name'?: string | undefined
}

/** What a gateway on PostgreSQL is started with. */
export interface ServedDatabase {
  readonly database: DatabaseOptions
  readonly ownerKey: string
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/
const MOST_CONNECTIONS = 100

/**
 * Reads which PostgreSQL a gateway keeps its data in; null for its own folder.
 * @throws UsageError with a message about what is wrong or missing
 */
export function readDatabase(values: DatabaseArguments, env: NodeJS.ProcessEnv): ServedDatabase | null {
  if (readPlace(values, env) === null) {
    const alone = (['database-schema', 'database-pool', 'instance-name'] as const).find(
      (name) => values[name] !== undefined,
    )
    if (alone) throw new UsageError(`--${alone} goes with --database-url.`)
    return null
  }
  return {
    ownerKey: needed(env, 'TOOLGATE_OWNER_KEY', 'the owner key, which no file would keep'),
    database: readSealedDatabase(values, env),
  }
}

/**
 * Where a database is that the arguments or the variables name; null when they name none.
 * @throws UsageError for an address that is not one
 */
export function readPlace(
  values: DatabaseArguments,
  env: NodeJS.ProcessEnv,
): DatabaseOptions['place'] | null {
  const url = values['database-url'] ?? variable(env, 'TOOLGATE_DATABASE_URL')
  return url === undefined ? null : toPlace(url, values['database-schema'] ?? 'toolgate')
}

/**
 * A database, with what its secrets are sealed with.
 * @throws UsageError with a message about what is wrong or missing
 */
export function readSealedDatabase(values: DatabaseArguments, env: NodeJS.ProcessEnv): DatabaseOptions {
  const place = readPlace(values, env)
  if (place === null)
    throw new UsageError(
      'Name the database with --database-url, TOOLGATE_DATABASE_URL or TOOLGATE_DATABASE_URL_FILE.',
    )
  const name = values['instance-name'] ?? hostname()
  if (!NAME.test(name))
    throw new UsageError(
      `--instance-name takes at most 63 letters, digits, ".", "_" and "-", not ${JSON.stringify(name)}.`,
    )
  return {
    ...{ name, place },
    passphrase: needed(env, 'TOOLGATE_SECRET', 'the passphrase that keys of providers are sealed with'),
    readers: toReaders(values['database-pool']),
  }
}

/** A variable, or the contents of the file that the variable of its name and _FILE names. */
function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`]
  if (file === undefined) return env[name] || undefined
  if (env[name] !== undefined) throw new UsageError(`Set ${name} or ${name}_FILE, not both.`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${name}_FILE cannot be read: ${reason}`)
  }
}

function needed(env: NodeJS.ProcessEnv, name: string, what: string): string {
  const value = variable(env, name)
  if (value !== undefined) return value
  throw new UsageError(`With --database-url, set ${name} or ${name}_FILE: ${what}.`)
}

function toPlace(url: string, schema: string): DatabaseOptions['place'] {
  try {
    return placeOf(url, schema)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function toReaders(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const readers = Number(text)
  if (Number.isInteger(readers) && readers >= 1 && readers <= MOST_CONNECTIONS) return readers
  throw new UsageError(
    `--database-pool takes a number of connections from 1 to ${MOST_CONNECTIONS}, not ${text}.`,
  )
}
