import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkAnswer, type CheckedAnswer, type CheckTools } from '../../../src-shared/check-answer.ts'
import { checkChain } from '../../../src-shared/check-chain.ts'
import {
  readAnswers,
  readRequest,
  UnreadableAnswers,
  type ReadAnswer,
} from '../../../src-shared/read-answers.ts'
import { checkSignature } from '../../receipts/check-receipt.ts'
import type { PublicKey } from '../../receipts/public-key.ts'
import { readPublicKey } from '../../receipts/read-public-key.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { reporting } from '../terminal/reporting.ts'
import { dataDirOf } from '../client/data-dir.ts'
import { Rerunner } from './rerun-call.ts'
import { print } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { verdictJson, verdictText, type Verdict } from './verdict-report.ts'

const MAX_FILE_BYTES = 256 * 1024 * 1024

/**
 * `toolgate verify FILE`: checks saved answers and receipts; needs no running gateway.
 * @returns the exit code: 0 when no check failed, 1 when one did, 2 when there was nothing to check
 */
export async function verifyAnswers(args: readonly string[], workerUrl: URL): Promise<number> {
  return await reporting(false, async () => {
    const options = readOptions(args)
    const verdict = await verify(options, workerUrl)
    print(options.json ? verdictJson(verdict) : verdictText(verdict))
    return verdict.ok ? EXIT.done : EXIT.failed
  })
}

interface VerifyOptions {
  readonly file: string
  readonly input: string | undefined
  readonly key: string | undefined
  readonly json: boolean
}

async function verify(options: VerifyOptions, workerUrl: URL): Promise<Verdict> {
  const trusted = options.key === undefined ? null : trustedKey(options.key)
  const read = readable(() => withInput(readAnswers(readText(options.file)), options.input))
  const rerunner = new Rerunner(workerUrl, dataDirOf(undefined, process.env))
  const answers: CheckedAnswer[] = []
  try {
    for (const answer of read) answers.push(await checkAnswer(answer, toolsOf(trusted, rerunner.rerun)))
  } finally {
    await rerunner.close()
  }
  const receipts = answers.flatMap(({ receipt }) => receipt ?? [])
  const chain = await checkChain(receipts, sha256)
  const checks = [...answers.flatMap((answer) => answer.checks), chain]
  return { ok: checks.every(({ status }) => status !== 'failed'), answers, chain }
}

const sha256 = (text: string): string => hash('sha256', text)

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableAnswers) throw new UsageError(error.message)
    throw error
  }
}

function toolsOf(trusted: PublicKey | null, rerun: CheckTools['rerun']): CheckTools {
  return {
    sha256,
    checkSignature: (receipt) => checkSignature(receipt, trusted),
    trusted: trusted && 'the given key',
    rerun,
  }
}

// citty ignores unknown options; a misspelt --key would silently skip that check.
function readOptions(args: readonly string[]): VerifyOptions {
  const { values, positionals } = parse(args)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) {
    throw new UsageError(
      'Name one file: toolgate verify FILE [--input FILE] [--key KEY] [--json]; "-" is stdin.',
    )
  }
  return { file, input: values.input, key: values.key, json: values.json ?? false }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { input: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean' } },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function withInput(answers: ReadAnswer[], input: string | undefined): ReadAnswer[] {
  if (input === undefined) return answers
  const [answer, ...more] = answers
  if (answer === undefined || more.length > 0) {
    throw new UsageError(
      '--input belongs to one answer. Put each answer beside its request: {"request", "response"}.',
    )
  }
  return [{ ...answer, request: readRequest(readText(input)) }]
}

function trustedKey(given: string): PublicKey {
  const key = readPublicKey(given) ?? readPublicKey(readText(given))
  if (key) return key
  throw new UsageError(
    '--key takes an Ed25519 public key in hex, base64, PEM or JWK, the answer of GET /v1/proof/key, or a file with one.',
  )
}

function readText(file: string): string {
  try {
    if (file !== '-' && statSync(file).size > MAX_FILE_BYTES)
      throw new UsageError(`${file} is over 256 MiB.`)
    // Some shells begin a file with a byte order mark, which JSON does not allow.
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
