import { ENGINE_CONFIDENCE } from '../../../src-shared/engines.ts'
import type { Envelope, Meta } from '../../../src-shared/envelope.ts'
import { extrasOf } from '../../pipeline/answer-extras.ts'
import type { Answer } from '../../pipeline/call.ts'
import { JSON_CONTENT_TYPE, type Reply } from '../reply/reply.ts'

/** The meta block of an answer, in its full form. */
export function metaOf(answer: Answer): Meta {
  return {
    api: answer.slug,
    credits_used: answer.creditsUsed,
    balance: answer.balance,
    latency_ms: answer.latencyMs,
    ms: answer.latencyMs,
    engine: answer.engine,
    confidence: ENGINE_CONFIDENCE[answer.engine],
    output_hash: answer.outputHash,
    ...(answer.redacted && { redacted: answer.redacted }),
  }
}

/** Writes the envelope around the hashed bytes of `data`. */
export function envelopeJson(answer: Answer): string {
  const { ok, dataJson, guarantees, agent, trace, receipt } = answer
  const always = { meta: metaOf(answer), guarantees }
  // Most answers have no other members.
  const rest: Omit<Envelope, 'ok' | 'data'> =
    agent || trace || receipt ? { ...always, ...extrasOf(answer) } : always
  return `{"ok":${ok},"data":${dataJson},${JSON.stringify(rest).slice(1)}`
}

/** The HTTP answer of a call. */
export function envelopeReply(answer: Answer, body: string): Reply {
  return {
    status: 200,
    body,
    contentType: JSON_CONTENT_TYPE,
    outputHash: answer.outputHash,
    engine: answer.engine,
    creditsUsed: answer.creditsUsed,
    balance: answer.balance,
    latencyMs: answer.latencyMs,
    cache: answer.cache,
  }
}
