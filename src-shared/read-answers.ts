import { canonicalJson } from './canonical-json.ts'
import { isDeeperThan } from './json-depth.ts'
import { MAX_BODY_DEPTH } from './limits.ts'
import { parseJson } from './parse-json.ts'

type Fields = Readonly<Record<string, unknown>>

/** One answer of a gateway from a file. Nothing in it is trusted yet. */
export interface ReadAnswer {
  /** The body that was sent, if the file has it. */
  readonly request: Fields | null
  /** The tool's output; undefined for a bare receipt. */
  readonly data: unknown
  readonly meta: Fields | null
  readonly receipt: unknown
}

/** A text without answers; the message says why. */
export class UnreadableAnswers extends Error {
  override readonly name = 'UnreadableAnswers'
}

/** Answers nest a few levels deeper than the bodies they answer. */
const MAX_DEPTH = MAX_BODY_DEPTH + 64
const MAX_ANSWERS = 10_000

/**
 * Reads the answers in a text: JSON, or one JSON document per line. Each is an envelope, a batch's answer, the result
 * of a stream, a finished job, a bare receipt, or any of them as `response` beside its `request`; lists of these too.
 * @throws UnreadableAnswers when there is none
 */
export function readAnswers(text: string): ReadAnswer[] {
  return [...readAnswerFile(text).answers]
}

/** What a file has: its answers, and how many of its documents or results contain none. */
interface AnswerFile {
  readonly answers: readonly ReadAnswer[]
  readonly others: number
}

/**
 * Reads the answers in a text as readAnswers does, and counts what it had to leave out.
 * @throws UnreadableAnswers when there is none
 */
export function readAnswerFile(text: string): AnswerFile {
  const documents = documentsIn(text).flatMap((document): unknown[] =>
    Array.isArray(document) ? document : [document],
  )
  const read = documents.map(answersIn)
  const answers = read.flat()
  const others = documents.reduce<number>(
    (sum, document, at) => sum + leftOut(document, read[at]!.length),
    0,
  )
  if (answers.length === 0) {
    throw new UnreadableAnswers(
      'The file contains no answer of a gateway. Use an envelope with data and meta, or a receipt.',
    )
  }
  if (answers.length > MAX_ANSWERS)
    throw new UnreadableAnswers(`The file contains more than ${MAX_ANSWERS} answers. Split it.`)
  return { answers, others }
}

// The failed items of a batch are results without an answer.
function leftOut(document: unknown, answers: number): number {
  const response = isObject(document) && isObject(document.response) ? document.response : document
  const results = isObject(response) && Array.isArray(response.results) ? response.results.length : 1
  return Math.max(0, results - answers)
}

/**
 * Reads a file's text as one JSON object: the body of a request.
 * @throws UnreadableAnswers
 */
export function readRequest(text: string): Fields {
  const [document, ...more] = documentsIn(text)
  if (more.length === 0 && isObject(document)) return document
  throw new UnreadableAnswers('The input must be the body of the request: one JSON object.')
}

function documentsIn(text: string): unknown[] {
  if (isDeeperThan(text, MAX_DEPTH))
    throw new UnreadableAnswers(`The file is nested deeper than ${MAX_DEPTH} levels.`)
  const whole = parse(text)
  // Text that is not a single document may have one per line.
  const parsed = whole.ok ? [whole] : text.split('\n').filter(isNotBlank).map(parse)
  return parsed.map((one, index) => {
    if (!one.ok)
      throw new UnreadableAnswers(`Neither the file nor its line ${index + 1} is JSON: ${one.reason}`)
    return one.value
  })
}

const isNotBlank = (line: string): boolean => line.trim() !== ''

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string }

function parse(text: string): Parsed {
  try {
    const value: unknown = parseJson(text)
    // Walks through everything once, so that no check finds a number or a text without a canonical form.
    canonicalJson(value)
    return { ok: true, value }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.slice(0, 200) : 'unreadable' }
  }
}

function answersIn(document: unknown): ReadAnswer[] {
  if (!isObject(document)) return []
  if (isObject(document.response)) return answersTo(document.request, document.response)
  return answersTo(null, document)
}

function answersTo(request: unknown, response: Fields): ReadAnswer[] {
  // A job contains the envelope of its call.
  if (isObject(response.envelope)) return answersTo(request, response.envelope)
  if (Array.isArray(response.results)) return batchAnswers(request, response.results)
  const sent = isObject(request) ? request : null
  if (Object.hasOwn(response, 'statement')) {
    return [{ request: sent, data: undefined, meta: null, receipt: response }]
  }
  if (Object.hasOwn(response, '_engine')) {
    const { meta, receipt, ...data } = response
    return [{ request: sent, data, meta: isObject(meta) ? meta : null, receipt }]
  }
  const { data, meta, receipt } = response
  if (data === undefined || (meta === undefined && receipt === undefined)) return []
  return [{ request: sent, data, meta: isObject(meta) ? meta : null, receipt }]
}

function batchAnswers(request: unknown, results: readonly unknown[]): ReadAnswer[] {
  const calls: readonly unknown[] = isObject(request) && Array.isArray(request.calls) ? request.calls : []
  return results.flatMap((result, index) => {
    const call = calls[index]
    // Failed items have no data and no receipt.
    if (!isObject(result) || result.data === undefined) return []
    const sent = isObject(call) ? toBody(call.input) : null
    return [{ request: sent, data: result.data, meta: null, receipt: result.receipt }]
  })
}

// As a batch does: its input is the body of the call, and anything but an object is the tool's bare input.
function toBody(input: unknown): Fields {
  if (input === undefined) return {}
  return isObject(input) ? input : { input }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
