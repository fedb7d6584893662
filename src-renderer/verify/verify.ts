import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import {
  checkAnswer,
  type CheckedAnswer,
  type CheckTools,
  type Rerun,
} from '../../src-shared/check-answer.ts'
import { checkChain } from '../../src-shared/check-chain.ts'
import type { Check } from '../../src-shared/check-words.ts'
import { hashFromHex } from '../../src-shared/hex.ts'
import { buildMerkleTree, MAX_MERKLE_LEAVES, type MerkleTree } from '../../src-shared/merkle.ts'
import { type ReadAnswer, UnreadableAnswers } from '../../src-shared/read-answers.ts'
import { readReceipt } from '../../src-shared/read-receipt.ts'
import { CallError } from '../gateway/gateway-types.ts'
import { createRerun } from './create-rerun.ts'
import { readEvidence } from './read-evidence.ts'
import { checkSignature, sha256, sha256Each } from './web-crypto.ts'
import { useGateway } from '../gateway/gateway.ts'

/** Answers that are run again by themselves; more would keep the gateway busy unasked. */
const MAX_RERUNS = 100
/** How often the list is drawn while a file is being checked. */
const SHOWN_STEPS = 40
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** One thing to verify: an answer, or a hash alone. */
export interface VerifyItem {
  readonly answer: ReadAnswer | null
  /** The hash that stands for it in a tree; null until it is known, and for a receipt without its answer. */
  readonly hash: string | null
  readonly slug: string | null
  /** Null while the checks are being made. */
  readonly checks: readonly Check[] | null
}

interface OwnKey {
  readonly key_id: string
  readonly public_key: string
}

/** What is being verified. All but running a call again happens in the page, with no network. */
export const useVerify = defineStore('verify', () => {
  const gateway = useGateway()

  const items = shallowRef<readonly VerifyItem[]>([])
  const source = ref('')
  const chosen = ref(0)
  const problem = ref('')
  /** A proof that was pasted or dropped, waiting for its dialog. */
  const proof = ref('')
  const chain = shallowRef<Check | null>(null)
  const tree = shallowRef<MerkleTree | null>(null)
  const builtMs = ref(0)
  /** The key that this gateway signs with; null until it was asked for, and while it cannot be reached. */
  const ownKey = shallowRef<OwnKey | null>(null)
  const rerun = createRerun(gateway.client.json)
  let round = 0

  const hashes = computed(() => items.value.flatMap(({ hash }) => hash ?? []))
  const checking = computed(() => items.value.some(({ checks }) => checks === null))
  /** The chosen item's place among the leaves; -1 when it is none. */
  const leaf = computed(() =>
    items.value[chosen.value]?.hash
      ? items.value.slice(0, chosen.value).filter(({ hash }) => hash).length
      : -1,
  )
  const failed = computed(() => items.value.filter((item) => stateOf(item) === 'failed').length)

  watch(
    () => (checking.value ? null : hashes.value),
    async (leaves) => {
      tree.value = null
      if (!leaves || leaves.length === 0 || leaves.length > MAX_MERKLE_LEAVES) return
      const since = performance.now()
      const built = await buildMerkleTree(
        leaves.flatMap((hash) => hashFromHex(hash) ?? []),
        sha256Each,
      )
      if (leaves !== hashes.value) return
      builtMs.value = performance.now() - since
      tree.value = built
    },
  )

  /** Takes a text or a file. A proof waits in `proof`; everything else takes the place of what was there. */
  async function take(from: string | File, name: string): Promise<void> {
    problem.value = ''
    try {
      if (typeof from !== 'string' && from.size > MAX_FILE_BYTES)
        throw new UnreadableAnswers('The file is larger than 64 MiB. Split it, or use `toolgate verify`.')
      const evidence = readEvidence(typeof from === 'string' ? from : await from.text())
      if (evidence.kind === 'proof') return void (proof.value = evidence.text)
      source.value = name
      chosen.value = 0
      if (evidence.kind === 'answers') return await checkAll(evidence.answers)
      round++
      chain.value = null
      items.value = evidence.hashes.map((hash) => ({ answer: null, hash, slug: null, checks: [] }))
    } catch (error) {
      if (!(error instanceof UnreadableAnswers)) throw error
      problem.value = error.message
    }
  }

  /** Checks answers one after the other; each shows its result at once. */
  async function checkAll(answers: readonly ReadAnswer[]): Promise<void> {
    const mine = ++round
    chain.value = null
    items.value = answers.map((answer) => ({ answer, hash: null, slug: null, checks: null }))
    if (answers.some(({ receipt }) => receipt !== undefined)) await loadOwnKey()
    const receipts: CheckedAnswer['receipt'][] = []
    const next = items.value.slice()
    // Of thousands of answers not each one is worth a drawing of the list.
    const step = Math.max(1, Math.round(answers.length / SHOWN_STEPS))
    for (const [at, answer] of answers.entries()) {
      const checked = await check(answer, at < MAX_RERUNS)
      if (mine !== round) return
      receipts.push(checked.receipt)
      next[at] = toItem(answer, checked)
      if (at % step === step - 1 || at === answers.length - 1) items.value = next.slice()
    }
    const signed = receipts.filter((receipt) => receipt !== null)
    if (signed.length > 0) chain.value = await checkChain(signed, sha256)
  }

  /** Checks one answer again, with the input that was sent for it where one is given. */
  async function again(at: number, request: Readonly<Record<string, unknown>> | null): Promise<void> {
    const answer = items.value[at]?.answer
    if (!answer) return
    const mine = round
    const whole = request === null ? answer : { ...answer, request }
    const checked = await check(whole, true)
    if (mine !== round) return
    items.value = items.value.map((item, index) => (index === at ? toItem(whole, checked) : item))
  }

  async function check(answer: ReadAnswer, mayRun: boolean): Promise<CheckedAnswer> {
    const read = readReceipt(answer.receipt)
    const own = 'receipt' in read && read.receipt.public_key === ownKey.value?.public_key
    const tools: CheckTools = {
      sha256,
      checkSignature,
      trusted: own ? 'this gateway’s key' : null,
      rerun: mayRun ? rerun : tooMany,
    }
    return await checkAnswer(answer, tools)
  }

  async function loadOwnKey(): Promise<void> {
    try {
      ownKey.value ??= (await gateway.client.json<OwnKey>('GET', '/v1/proof/key')).body
    } catch (error) {
      // Without it a receipt's own key is used, and the words say so.
      if (!(error instanceof CallError)) throw error
    }
  }

  function clear(): void {
    round++
    items.value = []
    chain.value = null
    problem.value = ''
  }

  const view = {
    items,
    source,
    chosen,
    problem,
    proof,
    chain,
    tree,
    builtMs,
    hashes,
    leaf,
    checking,
    failed,
  }
  return { ...view, take, checkAll, again, clear }
})

/** How an item stands: failed when one check failed, partly checked when nothing but its hash is known. */
export function stateOf({ checks, answer }: VerifyItem): 'checking' | 'failed' | 'passed' | 'unknown' {
  if (checks === null) return 'checking'
  if (checks.some(({ status }) => status === 'failed')) return 'failed'
  if (answer === null || checks.every(({ status }) => status === 'skipped')) return 'unknown'
  return 'passed'
}

function toItem(answer: ReadAnswer, { outputHash, receipt, slug, checks }: CheckedAnswer): VerifyItem {
  return { answer, hash: outputHash ?? receipt?.statement.output_hash ?? null, slug, checks }
}

const tooMany: Rerun = () =>
  Promise.resolve({
    kind: 'unknown',
    reason: `Only the first ${MAX_RERUNS} are run again automatically. Choose Check again for this one.`,
  })
