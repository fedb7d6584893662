import { shallowRef } from 'vue'
import { checkAnswer, type CheckedAnswer, type Rerun } from '../../src-shared/check-answer.ts'
import type { ReadAnswer } from '../../src-shared/read-answers.ts'
import { readReceipt } from '../../src-shared/read-receipt.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { CallError } from '../gateway/gateway-types.ts'
import { createRerun } from './create-rerun.ts'
import { checkSignature, sha256 } from './web-crypto.ts'

interface OwnKey {
  readonly key_id: string
  readonly public_key: string
}

/** How many answers of one file are run again; more would keep the gateway busy unasked. */
export const MAX_RERUNS = 100

/** Checks answers in the page. Only running a call again, and the gateway's key, need the network. */
export function createAnswerChecker(json: GatewayClient['json']) {
  /** The key that this gateway signs with; null until it was read. */
  const ownKey = shallowRef<OwnKey | null>(null)
  const rerun = createRerun(json)

  /** Checks one answer. Its call runs again only if `mayRun`. */
  async function check(answer: ReadAnswer, mayRun: boolean): Promise<CheckedAnswer> {
    const read = readReceipt(answer.receipt)
    const own = 'receipt' in read && read.receipt.public_key === ownKey.value?.public_key
    return await checkAnswer(answer, {
      sha256,
      checkSignature,
      trusted: own ? 'this gateway’s key' : null,
      rerun: mayRun ? rerun : tooMany,
    })
  }

  /** Reads the gateway's key. Without it a receipt's own key is used, and the words say so. */
  async function loadOwnKey(): Promise<void> {
    try {
      ownKey.value ??= (await json<OwnKey>('GET', '/v1/proof/key')).body
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  return { check, loadOwnKey }
}

const tooMany: Rerun = () =>
  Promise.resolve({
    kind: 'unknown',
    reason: `Only the first ${MAX_RERUNS} answers run again automatically; press Check again for this one.`,
  })
