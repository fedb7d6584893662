import { computed, ref, shallowRef } from 'vue'
import type { CheckedAnswer } from '../../src-shared/check-answer.ts'
import { checkChain } from '../../src-shared/check-chain.ts'
import type { Check } from '../../src-shared/check-words.ts'
import type { ReadAnswer } from '../../src-shared/read-answers.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { createAnswerChecker, MAX_RERUNS } from './answer-checker.ts'
import { createRecordedCalls } from './recorded-calls.ts'
import { checkedItem, hashItem, stateOf, uncheckedItem, type VerifyItem } from './verify-item.ts'
import { sha256 } from './web-crypto.ts'

/** How often the list is drawn while a file is being checked. */
const SHOWN_STEPS = 40

/** What is being verified, and what the checks found. */
export function createItemList(client: GatewayClient) {
  const recorded = createRecordedCalls(client)
  const items = shallowRef<readonly VerifyItem[]>([])
  const chosen = ref(0)
  /** Whether the receipts follow each other without a gap; null without receipts. */
  const chain = shallowRef<Check | null>(null)
  const hashes = computed(() => items.value.flatMap(({ hash }) => hash ?? []))
  const checking = computed(() => items.value.some(({ checks }) => checks === null))
  const failed = computed(() => items.value.filter((item) => stateOf(item) === 'failed').length)
  /** The chosen item's place among the leaves; -1 if it is not one. */
  const leaf = computed(() =>
    items.value[chosen.value]?.hash
      ? items.value.slice(0, chosen.value).filter(({ hash }) => hash).length
      : -1,
  )
  const checker = createAnswerChecker(client.json)
  let round = 0

  /** Shows other items. What the checks of the ones before still find is dropped. */
  function show(next: readonly VerifyItem[]): number {
    chain.value = null
    items.value = next
    return ++round
  }

  const showHashes = (list: readonly string[]) => void show(list.map(hashItem))

  /** Checks answers one after the other; each shows its result at once. */
  async function checkAll(answers: readonly ReadAnswer[]): Promise<void> {
    const mine = show(answers.map(uncheckedItem))
    if (answers.some(({ receipt }) => receipt !== undefined)) await checker.loadOwnKey()
    const receipts: CheckedAnswer['receipt'][] = []
    const next = items.value.slice()
    // Drawing the list for each of thousands of answers would take longer than the checks.
    const step = Math.max(1, Math.round(answers.length / SHOWN_STEPS))
    for (const [at, given] of answers.entries()) {
      const answer = at < MAX_RERUNS ? await recorded.withInput(given) : given
      const checked = await checker.check(answer, at < MAX_RERUNS)
      if (mine !== round) return
      receipts.push(checked.receipt)
      next[at] = { ...checkedItem(answer, checked), fromActivity: answer !== given }
      if (at % step === step - 1 || at === answers.length - 1) items.value = next.slice()
    }
    const signed = receipts.filter((receipt) => receipt !== null)
    if (signed.length > 0) chain.value = await checkChain(signed, sha256)
  }

  /** Checks one answer again, with the input that was sent for it if it is given. */
  async function again(at: number, request: Readonly<Record<string, unknown>> | null): Promise<void> {
    const answer = items.value[at]?.answer
    if (!answer) return
    const mine = round
    const whole = request === null ? await recorded.withInput(answer) : { ...answer, request }
    const checked = await checker.check(whole, true)
    if (mine !== round) return
    items.value = items.value.map((item, index) => (index === at ? checkedItem(whole, checked) : item))
  }

  const view = { items, chosen, chain, hashes, checking, failed, leaf }
  return { ...view, show, showHashes, checkAll, again, latest: recorded.latest }
}
