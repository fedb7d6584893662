import { randomBytes } from 'node:crypto'
import { readRuntimeFile } from '../../data-folder/runtime-file.ts'
import { isRuntimeProof, runtimeProof } from '../../data-folder/runtime-proof.ts'
import type { GatewayPlace } from './gateway-place.ts'
import { sendHttp, textOf } from './http.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

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
 * The running gateway: the one that is named, or the one that runs on the data folder.
 * @returns null when none answers
 */
export async function findGateway({ dataDir, named }: GatewayPlace): Promise<FoundGateway | null> {
  if (named === null) {
    const url = await findOwnGateway(dataDir)
    return url === null ? null : { url, isOwn: true }
  }
  if (!(await ask(`${named}/v1/health`))) return null
  return { url: named, isOwn: await isGatewayOf(dataDir, named) }
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
    const answer = await sendHttp(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    const text = await textOf(answer)
    return answer.ok ? text : null
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
