import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readRuntimeFile } from '../../data-folder/runtime-file.ts'
import { isRuntimeProof, runtimeProof } from '../../data-folder/runtime-proof.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** How long a gateway started on demand stays up without requests. */
export const IDLE_MINUTES = 30
/** How long a listener may take to identify itself; a busy gateway is slow. */
const ANSWER_MS = 5_000

/** A gateway that answers. */
export interface FoundGateway {
  /** Without a trailing slash. */
  readonly url: string
  /** Whether it has proved that it runs on the data folder; otherwise it gets no key from there. */
  readonly isOwn: boolean
}

/**
 * The running gateway: the one that TOOLGATE_URL names, or the one that runs on the data folder.
 * @returns null when none answers
 */
export async function findGateway(dataDir: string, env: NodeJS.ProcessEnv): Promise<FoundGateway | null> {
  const named = namedGateway(env)
  if (named === null) {
    const url = await findOwnGateway(dataDir)
    return url === null ? null : { url, isOwn: true }
  }
  if (!(await ask(`${named}/v1/health`))) return null
  return { url: named, isOwn: await isGatewayOf(dataDir, named) }
}

/** The address that the environment names, without a trailing slash or `/v1`; null when it names none. */
export function namedGateway(env: NodeJS.ProcessEnv): string | null {
  return (env.TOOLGATE_URL ?? env.SLOPSHOP_BASE)?.replace(/\/(v1\/?)?$/, '') ?? null
}

/**
 * The address of the gateway that runs on a data folder, once it has proved that it does.
 * @returns without a trailing slash; null when there is none
 */
export async function findOwnGateway(dataDir: string): Promise<string | null> {
  const url = readRuntimeFile(dataDir)?.url
  return url !== undefined && (await isGatewayOf(dataDir, url)) ? url : null
}

/**
 * Whether whatever answers at an address wrote the folder's `runtime.json`. A killed gateway leaves that file
 * behind, and another program on its port would be sent the owner's key. Process ids prove nothing: they are reused.
 */
export async function isGatewayOf(dataDir: string, url: string): Promise<boolean> {
  const runtime = readRuntimeFile(dataDir)
  if (runtime === null || !URL.canParse(url)) return false
  const nonce = randomBytes(32).toString('base64url')
  const answer = await ask(`${url}/app/runtime-proof?nonce=${nonce}`)
  const { protocol, port } = new URL(url)
  const expected = runtimeProof(runtime.secret, nonce, Number(port || (protocol === 'https:' ? 443 : 80)))
  return isRuntimeProof(proofIn(answer), expected)
}

/** Any answer that comes in time; null for none, and for a refusal. */
async function ask(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    return answer.ok ? await answer.text() : null
  } catch {
    // Nobody listens, nobody answers in time, or the answer is not a gateway's.
    return null
  }
}

function proofIn(answer: string | null): unknown {
  try {
    const body: unknown = parseJson(answer ?? '')
    return typeof body === 'object' && body !== null && 'proof' in body ? body.proof : undefined
  } catch {
    // Whatever listens there, it is not a gateway.
    return undefined
  }
}

/**
 * Starts a gateway on a data folder in a process of its own, on the usual port or, when that is taken, a free one.
 * It stops by itself once nothing has used it for half an hour.
 * @param headless the built entry of the gateway
 * @returns its address without a trailing slash; null when it could not be started
 */
export async function startGatewayFor(dataDir: string, headless: URL): Promise<string | null> {
  return (
    (await spawnGateway(dataDir, headless, [])) ?? (await spawnGateway(dataDir, headless, ['--port', '0']))
  )
}

async function spawnGateway(
  dataDir: string,
  headless: URL,
  args: readonly string[],
): Promise<string | null> {
  const own = ['--data-dir', dataDir, '--json', '--stop-when-idle', String(IDLE_MINUTES), ...args]
  const child = spawn(process.execPath, [fileURLToPath(headless), ...own], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })
  const first = once(lines, 'line').then(([line]) => String(line))
  const ended = once(child, 'exit').then(() => null)
  const line = await Promise.race([first, ended])
  lines.close()
  child.stdout.destroy()
  child.unref()
  return line === null ? null : urlIn(line)
}

function urlIn(line: string): string | null {
  const ready: unknown = parseJson(line)
  return typeof ready === 'object' && ready !== null && 'url' in ready ? String(ready.url) : null
}
