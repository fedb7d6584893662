import { existsSync, readFileSync } from 'node:fs'
import { readSecret } from '../terminal/read-secret.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { ownerKeyFile } from '../../accounts/owner-key-file.ts'
import type { FoundGateway } from './find-gateway.ts'

const VARIABLES = ['TOOLGATE_KEY', 'SLOP_KEY', 'SLOPSHOP_KEY'] as const

/**
 * The key that a command uses: the environment's, else the one that a new instance keeps in a file. That is the
 * owner's key, sent only to a gateway that has proved that it runs on this data folder.
 */
export function keyFor(
  { isOwn }: Pick<FoundGateway, 'isOwn'>,
  dataDir: string,
  env: NodeJS.ProcessEnv,
): string | null {
  return environmentKey(env) ?? (isOwn ? readOwnerKey(dataDir) : null)
}

/** The key that the environment names, under the first of its names that is set. */
export function environmentKey(env: NodeJS.ProcessEnv): string | undefined {
  const variable = variableOf(env)
  return variable && env[variable]
}

/**
 * The key that a flag names: in a file, or on stdin with `-`. Never the key itself, since every process of the machine
 * can read the arguments of a command.
 * @throws UsageError for a file that cannot be read
 */
export async function keyIn(place: string): Promise<string> {
  if (place === '-') return await readSecret('Key (not shown): ')
  try {
    return readFileSync(place, 'utf8').trim()
  } catch {
    // Not repeated, since it may be a key.
    throw new UsageError(
      '--key takes a file with the key, or - to read it from stdin, and there is no such file. A key itself goes ' +
        'into TOOLGATE_KEY: other programs can see the arguments of a command line.',
    )
  }
}

/** Where the key of a command comes from: a variable or a file; null when there is none. Never the key itself. */
export function keySource(dataDir: string, env: NodeJS.ProcessEnv): string | null {
  const file = ownerKeyFile(dataDir)
  return variableOf(env) ?? (existsSync(file) ? file : null)
}

function variableOf(env: NodeJS.ProcessEnv): (typeof VARIABLES)[number] | undefined {
  return VARIABLES.find((name) => env[name])
}

function readOwnerKey(dataDir: string): string | null {
  try {
    return readFileSync(ownerKeyFile(dataDir), 'utf8').trim()
  } catch {
    // Without a file, the instance was given its owner key from outside; this command needs it from there too.
    return null
  }
}
