import { hash } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { checkSignature } from '../receipts/check-receipt.ts'
import type { PublicKey } from '../receipts/public-key.ts'
import { inputHashOf } from '../receipts/receipt-book.ts'
import { receiptSchema, type ReadReceipt } from '../receipts/receipt-schema.ts'
import { RESERVED_FIELDS } from '../registry/registry.ts'
import type { Check, CheckName } from './check-words.ts'
import type { ReadAnswer } from './read-answers.ts'
import type { Rerun } from './rerun-call.ts'

/** An answer, what it says of itself, and what the checks found. */
export interface CheckedAnswer {
  readonly receipt: ReadReceipt | null
  readonly slug: string | null
  readonly checks: readonly Check[]
}

/** What the checks may use beside the file. */
export interface CheckTools {
  /** The key that receipts have to be signed with, when one was given. */
  readonly trusted: PublicKey | null
  readonly rerun: Rerun
}

/** Checks one answer. Nothing it says is believed but what a check has shown. */
export async function checkAnswer(answer: ReadAnswer, tools: CheckTools): Promise<CheckedAnswer> {
  const { data: receipt = null, error } = receiptSchema.safeParse(answer.receipt)
  const outputHash = answer.data === undefined ? null : hash('sha256', canonicalJson(answer.data))
  const slug = receipt?.statement.slug ?? answer.meta?.api
  const checks = [checkOutput(answer, receipt, outputHash)]
  if (receipt) {
    const fields = answer.request === null ? null : withoutGatewayFields(answer.request)
    const input = checkInput(fields, receipt)
    checks.push(toSignatureCheck(receipt, tools.trusted))
    checks.push(checkStatement(answer, receipt))
    checks.push(input)
    checks.push(await checkRerun(input.status === 'passed' ? fields : null, receipt, tools.rerun))
  } else {
    const said = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`).slice(0, 3)
    checks.push(noReceipt(answer.receipt === undefined ? null : (said?.join('; ') ?? ''), tools.trusted))
  }
  return { receipt, slug: typeof slug === 'string' ? slug : null, checks }
}

function checkOutput(answer: ReadAnswer, receipt: ReadReceipt | null, found: string | null): Check {
  if (found === null) return skipped('output_hash', 'The file holds a receipt without its answer.')
  const named = [answer.meta?.output_hash, receipt?.statement.output_hash].filter(
    (one) => one !== undefined,
  )
  if (named.length === 0) return skipped('output_hash', 'The answer names no hash.')
  const ok = named.every((one) => one === found)
  const where = [answer.meta && 'meta', receipt && 'the receipt'].filter(Boolean).join(' and ')
  return ok
    ? passed(
        'output_hash',
        `The data has the hash that ${where} name${answer.meta && receipt ? '' : 's'}, ${found}.`,
      )
    : failed(
        'output_hash',
        `The data has the hash ${found}; ${where} say otherwise: the answer was changed.`,
      )
}

function noReceipt(fault: string | null, trusted: PublicKey | null): Check {
  if (fault !== null) return failed('signature', `The receipt cannot be read: ${fault.slice(0, 300)}.`)
  const text = 'The answer carries no receipt; ask for one with "receipt": true.'
  return trusted ? failed('signature', text) : skipped('signature', text)
}

function toSignatureCheck(receipt: ReadReceipt, trusted: PublicKey | null): Check {
  const verdict = checkSignature(receipt, trusted)
  if (!verdict.ok) return failed('signature', verdict.problem)
  const whose = trusted ? 'the given key' : 'the key that the receipt itself names'
  return passed('signature', `Signed with ${whose}, ${receipt.key_id}.`)
}

function checkStatement({ data, meta }: ReadAnswer, { statement }: ReadReceipt): Check {
  if (data === undefined) return skipped('statement', 'There is no answer to hold it against.')
  const pairs: [string, unknown, unknown][] = [['engine', engineOf(data), statement.engine]]
  if (meta) {
    pairs.push(['slug', meta.api, statement.slug], ['credits', meta.credits_used, statement.credits])
    pairs.push(['engine', meta.engine, statement.engine])
  }
  const wrong = pairs.find(([, said, signed]) => said !== signed)
  if (!wrong) return passed('statement', 'Tool, engine and credits are those of the answer.')
  const [name, said, signed] = wrong
  return failed(
    'statement',
    `The answer says ${name} ${JSON.stringify(said)}, the receipt ${JSON.stringify(signed)}.`,
  )
}

function checkInput(fields: Readonly<Record<string, unknown>> | null, { statement }: ReadReceipt): Check {
  if (fields === null)
    return skipped('input_hash', 'The file does not hold the input; give it with --input.')
  return inputHashOf(fields) === statement.input_hash
    ? passed('input_hash', `The input has the hash that the receipt names, ${statement.input_hash}.`)
    : failed('input_hash', 'The input is not the one that the receipt names.')
}

async function checkRerun(
  fields: Readonly<Record<string, unknown>> | null,
  { statement }: ReadReceipt,
  rerun: Rerun,
): Promise<Check> {
  if (fields === null) return skipped('recompute', 'It needs the input that the receipt names.')
  const again = await rerun(statement.slug, statement.tool_version, fields)
  if (again.kind === 'unknown') return skipped('recompute', again.reason)
  if (again.kind === 'failed') return failed('recompute', again.reason)
  return again.outputHash === statement.output_hash
    ? passed('recompute', `${statement.slug} gives the same ${again.dataJson.length} characters here.`)
    : failed('recompute', `${statement.slug} gives another output here, with the hash ${again.outputHash}.`)
}

function engineOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && '_engine' in data ? data._engine : undefined
}

function withoutGatewayFields(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own: readonly string[] = RESERVED_FIELDS
  return Object.fromEntries(Object.entries(body).filter(([name]) => !own.includes(name)))
}

function passed(name: CheckName, detail: string): Check {
  return { name, status: 'passed', detail }
}

function failed(name: CheckName, detail: string): Check {
  return { name, status: 'failed', detail }
}

function skipped(name: CheckName, detail: string): Check {
  return { name, status: 'skipped', detail }
}
