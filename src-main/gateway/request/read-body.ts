import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { H3Event } from 'h3'
import { GatewayError } from '../../../src-shared/errors.ts'
import {
  LARGE_CALL_CHARS,
  MAX_BODY_BYTES,
  MAX_BODY_DEPTH,
  MAX_BODY_NAMES,
} from '../../../src-shared/limits.ts'
import { payloadTooLarge } from '../door/door.ts'
import { hasMoreNames, isDeeperThan } from '../../../src-shared/json-depth.ts'
import { giveWay } from '../../pipeline/turns/turns.ts'
import { exchangeOf, type Exchange } from './exchange.ts'
import { parseInTurns } from '../../pipeline/turns/parse-in-turns.ts'
import { findUnsoundValue } from './unsound-value.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import {
  findRoundedNumber,
  searchRoundedNumber,
  type RoundedNumber,
} from '../../../src-shared/numbers/rounded-number.ts'

/** A body longer than this is cut off instead of being read to its end. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024
const MAX_PATH_CHARS = 300
/** After so much work other requests go first. */
const TURN_MS = 10
/** A text without these cannot contain a value that JSON cannot represent: half a character, or a number like 1e999. */
const MAYBE_UNSOUND = /\\u[dD][89a-fA-F]|[eE]\+?\d{3}|(?<!\d)\d{200}/

/** A body as sent and as parsed. */
export interface JsonBody {
  readonly text: string
  readonly value: Record<string, unknown>
}

/**
 * Reads a request's body as a JSON object; an empty body is an empty object.
 * @throws GatewayError payload_too_large, validation_error for anything but a JSON object and for numbers that a float
 *   would change, overloaded when too many bodies of the key are still arriving
 */
export async function readJsonBody(event: H3Event): Promise<JsonBody> {
  const bytes = await readBytes(event, MAX_BODY_BYTES)
  if (bytes.length === 0) return { text: '', value: {} }
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.')
  const text = bytes.toString('utf8')
  if (isDeeperThan(text, MAX_BODY_DEPTH)) {
    throw malformed(`The body is nested deeper than ${MAX_BODY_DEPTH} levels.`)
  }
  // Whatever takes long gets a turn of the event loop of its own, so that other calls go between.
  const isLarge = bytes.length > LARGE_CALL_CHARS
  if (isLarge) await giveWay()
  if (hasMoreNames(text, MAX_BODY_NAMES)) {
    throw malformed(
      `The body has more than ${MAX_BODY_NAMES} different member names. Send it in parts, or as arrays.`,
    )
  }
  if (isLarge) await giveWay()
  const value = isLarge ? await parseInTurns(text).catch(refuse) : parse(text)
  if (isLarge) await giveWay()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('The body must be a JSON object, such as {"text": "…"}.')
  }
  if (MAYBE_UNSOUND.test(text)) assertSound(value)
  const rounded = isLarge ? await findRoundedInTurns(text) : findRoundedNumber(text)
  if (rounded) throw malformed(`${rounded.message}.`, rounded.path.join('.').slice(0, MAX_PATH_CHARS))
  // An object from JSON.parse that is neither null nor an array has only string keys.
  return { text, value: value as Record<string, unknown> }
}

/**
 * Reads a request's body as it is.
 * @param most the most bytes
 * @throws GatewayError payload_too_large; overloaded when too many bodies of the key are still arriving
 */
export function readBytes(event: H3Event, most: number): Promise<Buffer> {
  const req = event.runtime?.node?.req
  // Reading Node's own stream costs a fraction of a web stream over it.
  return req ? readStream(req as IncomingMessage, exchangeOf(event), most) : readWebBody(event, most)
}

async function readWebBody(event: H3Event, most: number): Promise<Buffer> {
  const bytes = Buffer.from(await event.req.arrayBuffer())
  if (bytes.length > most) throw payloadTooLarge(most)
  return bytes
}

function readStream(req: IncomingMessage, exchange: Exchange, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let isRefused = false
    exchange.bodies.hold(req, exchange, (error) => {
      isRefused = true
      chunks.length = 0
      reject(error)
    })
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= most && !isRefused) chunks.push(chunk)
      else if (size > MAX_DRAINED_BYTES) req.destroy()
    })
    req.on('end', () => {
      if (size > most) reject(payloadTooLarge(most))
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
    // 'close' follows 'end' as well; an error is created only if the body is really cut off.
    const cutOff = (): void => {
      if (!req.readableEnded) reject(malformed('The connection ended before the body was complete.'))
    }
    req.on('error', cutOff)
    req.on('close', cutOff)
  })
}

async function findRoundedInTurns(text: string): Promise<RoundedNumber | null> {
  const search = searchRoundedNumber(text)
  let began = performance.now()
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
    if (performance.now() - began < TURN_MS) continue
    await giveWay()
    began = performance.now()
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  const reason = error instanceof Error ? error.message.slice(0, 200) : 'unreadable'
  throw malformed(`The body is not valid JSON: ${reason}`, '', { cause: error })
}

function assertSound(value: unknown): void {
  const found = findUnsoundValue(value)
  if (found) throw malformed(`${found.message}.`, found.path.join('.').slice(0, MAX_PATH_CHARS))
}

function malformed(message: string, path = '', options?: ErrorOptions): GatewayError {
  return new GatewayError('validation_error', message, { issues: [{ path, message }] }, options)
}
