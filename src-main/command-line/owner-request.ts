import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { EXIT } from './exit-codes.ts'
import { UsageError } from './usage-error.ts'
import { readRuntimeFile } from '../storage/runtime-file.ts'

const refusal = z.object({ error: z.object({ message: z.string() }) })

/** A command of the owner's that cannot be carried out; the sentence says why. */
export class OwnerRequestFailed extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Asks the running gateway for something in the owner's name.
 * @param body sent as JSON, where there is one
 * @returns the JSON of a successful answer
 * @throws OwnerRequestFailed
 */
export async function requestAsOwner(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const url = env.TOOLGATE_URL?.replace(/\/(v1\/?)?$/, '') ?? readRuntimeFile(dataDir)?.url
  if (url === undefined)
    throw new OwnerRequestFailed(
      `No gateway runs on ${dataDir}. Start one with npm start.`,
      EXIT.unreachable,
    )
  const key = ownerKeyOf(dataDir, env)
  if (key === null)
    throw new OwnerRequestFailed('Set TOOLGATE_KEY to the owner key of this gateway.', EXIT.auth)
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${url}${path}`, { method, headers, ...sent }).catch(() => null)
  if (!response) throw new OwnerRequestFailed(`The gateway at ${url} does not answer.`, EXIT.unreachable)
  if (response.ok) return await response.json()
  if (response.status === 401 || response.status === 403)
    throw new OwnerRequestFailed('This key is not the owner key of this gateway.', EXIT.auth)
  const { data } = refusal.safeParse(await response.json().catch(() => null))
  throw new OwnerRequestFailed(
    data?.error.message ?? `The gateway answered ${response.status}.`,
    EXIT.failed,
  )
}

/** Does the work of a command and says why it could not be done. @returns the exit code */
export async function reportingFailure(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    if (!(error instanceof OwnerRequestFailed || error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.exitCode
  }
}

/** The key that a command speaks with: the environment's, else the one that a new instance has kept in a file. */
export function ownerKeyOf(dataDir: string, env: NodeJS.ProcessEnv): string | null {
  return env.TOOLGATE_KEY ?? env.SLOP_KEY ?? env.SLOPSHOP_KEY ?? readOwnerKey(dataDir)
}

function readOwnerKey(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, 'owner.key'), 'utf8').trim()
  } catch {
    // No file: the instance was given its owner key from outside, and so must this command be.
    return null
  }
}
