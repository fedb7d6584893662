import { hash } from 'node:crypto'
import { isRecord, UnknownAnswer } from '../client/refused.ts'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { print, printJson, say, styled } from '../terminal/terminal.ts'
import { mainValueOf, plainTextOf } from '../../../src-shared/kinds/main-value.ts'
import { remarksOf } from '../../../src-shared/kinds/remarks.ts'
import { counted } from '../../../src-shared/counted.ts'
import { redactedWords, type Redacted } from '../../../src-shared/rules/redacted.ts'

/** The answer of a call, as far as the command line reads it. */
export interface Envelope {
  readonly ok: boolean
  readonly data: Readonly<Record<string, unknown>> & { readonly _engine: string }
  readonly meta: {
    readonly credits_used: number
    readonly balance?: number
    readonly latency_ms: number
    readonly output_hash: string
    readonly redacted?: Redacted
  }
}

/** Parses the answer of a call. @throws UnknownAnswer */
export function readEnvelope(answer: unknown): Envelope {
  if (!isRecord(answer) || !isRecord(answer.data) || !isRecord(answer.meta)) throw new UnknownAnswer('data')
  const { credits_used, latency_ms, output_hash } = answer.meta
  if (typeof credits_used !== 'number' || typeof latency_ms !== 'number' || typeof output_hash !== 'string')
    throw new UnknownAnswer('meta')
  // The parts that are read have been checked.
  return answer as unknown as Envelope
}

/**
 * Shows an answer: the tool's main output on stdout, and on stderr what the tool remarks, its cost and
 * whether its hash is right.
 * @param main where the main output is
 * @param save takes the answer instead of stdout
 * @returns the exit code: 5 for a tool without its provider, 1 for an answer whose hash is wrong
 */
export function showAnswer(
  answer: unknown,
  main: string | null,
  asJson: boolean,
  save?: (answer: Envelope) => void,
): number {
  const read = readEnvelope(answer)
  const verified = hash('sha256', canonicalJson(read.data)) === read.meta.output_hash
  if (read.ok && verified) save?.(read)
  if (asJson) printJson(answer)
  else if (!save || !read.ok) print(textOf(read.data, main))
  if (!verified) {
    say(styled('red', 'The hash of this answer does not match its data. Do not rely on it.'))
    return EXIT.failed
  }
  if (!read.ok) return EXIT.tool
  const { redacted } = read.meta
  if (redacted) say(styled('yellow', redactedWords(redacted)))
  if (!asJson && !save) for (const remark of remarksOf(read.data, main)) say(styled('yellow', remark))
  if (!asJson && process.stderr.isTTY) say(styled('dim', costLine(read)))
  return EXIT.done
}

function costLine({ meta }: Envelope): string {
  const left = meta.balance === undefined ? '' : `, ${meta.balance} left`
  return `${counted(meta.credits_used, 'credit')}${left}, ${meta.latency_ms} ms, hash verified ${meta.output_hash.slice(0, 12)}`
}

/** The main output of an answer, without quotes or a wrapper, so that the next command in a pipe can use it. */
export function textOf(data: Envelope['data'], main: string | null): string {
  const value = mainValueOf(data, main)
  return plainTextOf(value) ?? JSON.stringify(value, null, 2)
}
