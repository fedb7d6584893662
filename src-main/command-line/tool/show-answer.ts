import { hash } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { print, printJson, say, styled } from '../terminal/terminal.ts'
import { mainValueOf, plainTextOf } from '../../../src-shared/kinds/main-value.ts'
import { counted } from '../../../src-shared/counted.ts'

const envelope = z.looseObject({
  ok: z.boolean(),
  data: z.looseObject({ _engine: z.string() }),
  meta: z.looseObject({
    credits_used: z.number(),
    balance: z.number().optional(),
    latency_ms: z.number(),
    output_hash: z.string(),
  }),
})
export type Envelope = z.infer<typeof envelope>

/** Parses the answer of a call. */
export function readEnvelope(answer: unknown): Envelope {
  return envelope.parse(answer)
}

/**
 * Shows an answer: the tool's main output on stdout, and on stderr its cost and whether its hash is right.
 * @returns the exit code: 5 for a tool without its provider, 1 for an answer whose hash is wrong
 */
export function showAnswer(answer: unknown, main: string | null, asJson: boolean): number {
  const read = readEnvelope(answer)
  const verified = hash('sha256', canonicalJson(read.data)) === read.meta.output_hash
  if (asJson) printJson(answer)
  else print(textOf(read.data, main))
  if (!verified) {
    say(styled('red', 'The hash of this answer does not match its data. Do not rely on it.'))
    return EXIT.failed
  }
  if (!read.ok) return EXIT.tool
  if (!asJson && process.stderr.isTTY) say(styled('dim', costLine(read)))
  return EXIT.done
}

function costLine({ meta }: Envelope): string {
  const left = meta.balance === undefined ? '' : `, ${meta.balance} left`
  return `${counted(meta.credits_used, 'credit')}${left}, ${meta.latency_ms} ms, hash verified ${meta.output_hash.slice(0, 12)}`
}

// Without quotes or a wrapper, so that the next command in a pipe can use it.
function textOf(data: Envelope['data'], main: string | null): string {
  const value = mainValueOf(data, main)
  return plainTextOf(value) ?? JSON.stringify(value, null, 2)
}
