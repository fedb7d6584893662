import { existsSync, readFileSync } from 'node:fs'
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

/** Where the key of a command comes from: a variable or a file; null when there is none. Never the key itself. */
export function keySource(dataDir: string, env: NodeJS.ProcessEnv): string | null {
  const file = ownerKeyFile(dataDir)
  return variableOf(env) ?? (existsSync(file) ? file : null)
}

function variableOf(env: NodeJS.ProcessEnv): (typeof VARIABLES)[number] | undefined {
  return VARIABLES.find((name) => env[name] !== undefined)
}

function readOwnerKey(dataDir: string): string | null {
  try {
    return readFileSync(ownerKeyFile(dataDir), 'utf8').trim()
  } catch {
    // Without a file, the instance was given its owner key from outside; this command needs it from there too.
    return null
  }
}
