import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readRuntimeFile } from '../storage/runtime-file.ts'

const answer = z.object({ page_url: z.string() })

const EXIT_AUTH = 3
const EXIT_UNREACHABLE = 4

/** Asks the running gateway for a one-time address of its page and prints it. @returns the exit code */
export async function printPageAddress(dataDir: string, env: NodeJS.ProcessEnv): Promise<number> {
  const runtime = readRuntimeFile(dataDir)
  const url = env.TOOLGATE_URL?.replace(/\/(v1\/?)?$/, '') ?? runtime?.url
  if (url === undefined)
    return fail(`No gateway runs on ${dataDir}. Start one with npm start.`, EXIT_UNREACHABLE)
  const key = env.TOOLGATE_KEY ?? env.SLOP_KEY ?? env.SLOPSHOP_KEY ?? readOwnerKey(dataDir)
  if (key === null) return fail('Set TOOLGATE_KEY to the owner key of this gateway.', EXIT_AUTH)
  const response = await fetch(`${url}/app/session-code`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  }).catch(() => null)
  if (!response) return fail(`The gateway at ${url} does not answer.`, EXIT_UNREACHABLE)
  if (!response.ok) return fail('This key is not the owner key of this gateway.', EXIT_AUTH)
  process.stdout.write(`${answer.parse(await response.json()).page_url}\n`)
  return 0
}

/** The owner key that a new instance has kept in a file; null when it was given from outside. */
export function readOwnerKey(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, 'owner.key'), 'utf8').trim()
  } catch {
    // No file: the instance was given its owner key from outside, and so must this command be.
    return null
  }
}

function fail(message: string, exitCode: number): number {
  process.stderr.write(`${message}\n`)
  return exitCode
}
