import { canonicalJson } from './canonical-json.ts'
import { counted } from './counted.ts'
import type { Check, CheckName } from './check-words.ts'
import { withoutGatewayFields } from './gateway-fields.ts'
import type { ReadAnswer } from './read-answers.ts'
import { readReceipt } from './read-receipt.ts'
import type { Receipt } from './receipt.ts'
import type { Redacted } from './rules/redacted.ts'

/** The lower-case hex SHA-256 of a text's UTF-8 bytes. */
export type Sha256Hex = (text: string) => string | Promise<string>

/** The result of checking a signature; `unknown` when it cannot be checked here. */
export type SignatureVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: string; readonly unknown?: true }

/** Runs a call again. `unknown` proves nothing about the call: this machine could not run it. */
export type Rerun = (
  slug: string,
  version: number | null,
  fields: Readonly<Record<string, unknown>>,
  /** What stands for the definition of a source's tool; null for a tool of a build. */
  definition: string | null,
) => Promise<
  | { readonly kind: 'done'; readonly outputHash: string; readonly chars: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }
>

/** What the checks need besides the file: the cryptography of the platform, and a way to run calls. */
export interface CheckTools {
  readonly sha256: Sha256Hex
  /** Checks a receipt's signature, and its key against the trusted one, if there is one. */
  readonly checkSignature: (receipt: Receipt) => SignatureVerdict | Promise<SignatureVerdict>
  /** Whose the trusted key is, such as `the given key`; null when no key is trusted. */
  readonly trusted: string | null
  readonly rerun: Rerun
}

/** An answer, what it claims, and the results of its checks. */
export interface CheckedAnswer {
  readonly receipt: Receipt | null
  readonly slug: string | null
  /** The hash of the data as it was read; null when there is none. */
  readonly outputHash: string | null
  readonly checks: readonly Check[]
}

/** Checks one answer. Nothing it claims is trusted unless a check has confirmed it. */
export async function checkAnswer(answer: ReadAnswer, tools: CheckTools): Promise<CheckedAnswer> {
  const read = readReceipt(answer.receipt)
  const receipt = 'receipt' in read ? read.receipt : null
  const outputHash = answer.data === undefined ? null : await tools.sha256(canonicalJson(answer.data))
  const api = answer.meta?.api
  const slug = receipt?.statement.slug ?? (typeof api === 'string' ? api : null)
  const fields = answer.request === null ? null : withoutGatewayFields(answer.request)
  const checks = [checkOutput(answer, receipt, outputHash)]
  if (receipt) {
    const { redacted } = receipt.statement
    const input = await checkInput(fields, receipt, tools.sha256)
    checks.push(await toSignatureCheck(receipt, tools))
    checks.push(checkStatement(answer, receipt))
    checks.push(input)
    const { tool_version: version, output_hash: expected, source } = receipt.statement
    const definition = source?.definition ?? null
    const past = { slug: receipt.statement.slug, version, definition, expected }
    checks.push(
      redactedResult(redacted) ??
        (await checkRerun(input.status === 'passed' ? fields : null, past, tools.rerun)),
    )
  } else {
    const fault = answer.receipt === undefined || !('problem' in read) ? null : read.problem
    checks.push(noReceipt(fault, tools.trusted))
    if (fields && slug !== null && outputHash !== null)
      checks.push(
        await checkRerun(
          fields,
          { slug, version: null, definition: null, expected: outputHash },
          tools.rerun,
        ),
      )
  }
  return { receipt, slug, outputHash, checks }
}

function checkOutput(answer: ReadAnswer, receipt: Receipt | null, found: string | null): Check {
  if (found === null) return skipped('output_hash', 'The file contains a receipt without its answer.')
  const named = [answer.meta?.output_hash, receipt?.statement.output_hash].filter(
    (one) => one !== undefined,
  )
  if (named.length === 0) return skipped('output_hash', 'The answer contains no hash.')
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

function noReceipt(fault: string | null, trusted: string | null): Check {
  if (fault !== null) return failed('signature', `The receipt is not valid: ${fault.slice(0, 300)}.`)
  const text = 'The answer has no receipt; request one with "receipt": true.'
  return trusted ? failed('signature', text) : skipped('signature', text)
}

async function toSignatureCheck(receipt: Receipt, tools: CheckTools): Promise<Check> {
  const verdict = await tools.checkSignature(receipt)
  if (!verdict.ok) return (verdict.unknown ? skipped : failed)('signature', verdict.problem)
  const whose = tools.trusted ?? 'the key named in the receipt'
  return passed('signature', `Signed with ${whose}, ${receipt.key_id}.`)
}

function checkStatement({ data, meta }: ReadAnswer, { statement }: Receipt): Check {
  if (data === undefined) return skipped('statement', 'There is no answer to compare it with.')
  const pairs: [string, unknown, unknown][] = [['engine', engineOf(data), statement.engine]]
  if (meta) {
    pairs.push(['slug', meta.api, statement.slug], ['credits', meta.credits_used, statement.credits])
    pairs.push(['engine', meta.engine, statement.engine])
  }
  const wrong = pairs.find(([, said, signed]) => said !== signed)
  if (!wrong) return passed('statement', 'Tool, engine and credits match the answer.')
  const [name, said, signed] = wrong
  return failed(
    'statement',
    `The answer says ${name} ${JSON.stringify(said)}, but the receipt says ${JSON.stringify(signed)}.`,
  )
}

async function checkInput(
  fields: Readonly<Record<string, unknown>> | null,
  { statement }: Receipt,
  sha256: Sha256Hex,
): Promise<Check> {
  if (fields === null) return skipped('input_hash', 'The input is missing; add it beside the answer.')
  if ((await sha256(canonicalJson(fields))) === statement.input_hash)
    return passed('input_hash', `The input has the hash that the receipt names, ${statement.input_hash}.`)
  const { arguments: places = 0 } = statement.redacted ?? {}
  if (places === 0) return failed('input_hash', 'The input does not have the hash that the receipt names.')
  return skipped(
    'input_hash',
    `Guards of the key have redacted the input in ${counted(places, 'place')}; the receipt names what the tool got.`,
  )
}

// What the tool gave before is nowhere, so nothing else can be compared with it.
function redactedResult(redacted: Redacted | undefined): Check | null {
  if (!redacted || redacted.results === 0) return null
  const places = counted(redacted.results, 'place')
  return skipped(
    'recompute',
    `Guards of the key have redacted the result in ${places}, as the receipt says.`,
  )
}

interface Past {
  readonly slug: string
  readonly version: number | null
  readonly definition: string | null
  /** The output hash that another run must produce. */
  readonly expected: string
}

async function checkRerun(
  fields: Readonly<Record<string, unknown>> | null,
  { slug, version, definition, expected }: Past,
  rerun: Rerun,
): Promise<Check> {
  if (fields === null) return skipped('recompute', 'This needs the input that the receipt names.')
  const again = await rerun(slug, version, fields, definition)
  if (again.kind === 'unknown') return skipped('recompute', again.reason)
  if (again.kind === 'failed') return failed('recompute', again.reason)
  return again.outputHash === expected
    ? passed(
        'recompute',
        `Computed again: the same. ${slug} gives these ${again.chars} characters here, too.`,
      )
    : failed(
        'recompute',
        `Computed again: not the same. ${slug} gives an output with the hash ${again.outputHash} here.`,
      )
}

function engineOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && '_engine' in data ? data._engine : undefined
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
