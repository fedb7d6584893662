import { ENGINE_CONFIDENCE } from './engines.ts'
import { RECEIPT_ALGORITHM, type Receipt } from './receipt.ts'

const SHA256 = /^[0-9a-f]{64}$/
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/
const ENGINES: readonly string[] = Object.keys(ENGINE_CONFIDENCE)

/** A rule for one member: whether a value follows it, and the message if it does not. */
type Rule = readonly [name: string, keeps: (value: unknown) => boolean, problem: string]

const isText = (max: number) => (value: unknown) => typeof value === 'string' && value.length <= max
const isCount = (least: number) => (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least
const isHash = (value: unknown) => typeof value === 'string' && SHA256.test(value)

// Declared as a function, since the rules below are read with this file.
function isSourceOrNone(value: unknown): boolean {
  if (value === undefined) return true
  if (!isObject(value)) return false
  const { id, kind, version, definition } = value
  return (
    isText(100)(id) && isText(100)(kind) && (version === null || isText(200)(version)) && isHash(definition)
  )
}

function isRedactedOrNone(value: unknown): boolean {
  if (value === undefined) return true
  return isObject(value) && isCount(0)(value.arguments) && isCount(0)(value.results)
}

const STATEMENT: readonly Rule[] = [
  ['request_id', isText(100), 'must be a text of at most 100 characters'],
  ['slug', isText(100), 'must be a text of at most 100 characters'],
  ['tool_version', isCount(-Infinity), 'must be a whole number'],
  ['input_hash', isHash, 'must be a SHA-256 in lower-case hex'],
  ['output_hash', isHash, 'must be a SHA-256 in lower-case hex'],
  ['credits', isCount(0), 'must be a number of credits'],
  ['engine', (value) => typeof value === 'string' && ENGINES.includes(value), 'must be an engine'],
  ['source', isSourceOrNone, 'must say id, kind, version and definition of what answered'],
  ['redacted', isRedactedOrNone, 'must count the places of arguments and results'],
  ['ts', (value) => typeof value === 'string' && ISO_TIME.test(value), 'must be a time in ISO 8601'],
  ['seq', isCount(1), 'must be a whole number from 1'],
  ['prev', (value) => value === null || isHash(value), 'must be a SHA-256 in lower-case hex, or null'],
  ['format', (value) => value === undefined || isCount(1)(value), 'must be a whole number from 1'],
  ['epoch', (value) => value === undefined || isCount(1)(value), 'must be a whole number from 1'],
  [
    'epoch_id',
    (value) => value === undefined || isText(100)(value),
    'must be a text of at most 100 characters',
  ],
]
const RECEIPT: readonly Rule[] = [
  ['algorithm', (value) => value === RECEIPT_ALGORITHM, `must be ${RECEIPT_ALGORITHM}`],
  ['key_id', isText(100), 'must be a text of at most 100 characters'],
  ['public_key', isText(100), 'must be a text of at most 100 characters'],
  ['signature', isText(200), 'must be a text of at most 200 characters'],
]

/**
 * Reads a receipt from a file. Members that a later version may add stay in it, because the signature covers them.
 * @returns the receipt, or what is wrong with it
 */
export function readReceipt(value: unknown): { readonly receipt: Receipt } | { readonly problem: string } {
  if (!isObject(value)) return { problem: 'it must be an object' }
  const { statement } = value
  if (!isObject(statement)) return { problem: 'statement must be an object' }
  const problems = [...problemsOf(statement, STATEMENT, 'statement.'), ...problemsOf(value, RECEIPT, '')]
  // Every member of the type has been checked.
  if (problems.length === 0) return { receipt: value as unknown as Receipt }
  return { problem: problems.slice(0, 3).join('; ') }
}

function problemsOf(value: Record<string, unknown>, rules: readonly Rule[], place: string): string[] {
  return rules
    .filter(([name, keeps]) => !keeps(Object.hasOwn(value, name) ? value[name] : undefined))
    .map(([name, , problem]) => `${place}${name} ${problem}`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
