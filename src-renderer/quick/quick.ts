import { defineStore } from 'pinia'
import { computed, ref, type Ref, shallowRef, watch } from 'vue'
import { MAX_CLIPBOARD_CHARS } from '../../src-shared/desktop-bridge.ts'
import { useBalance } from '../balance/balance.ts'
import type { ToolOffer } from '../../src-shared/kinds/rank-tools.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { CallError, type Tool } from '../gateway/gateway-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { type OutputText, outputTextOf } from '../gateway/output-text.ts'
import { useSession } from '../gateway/session.ts'
import { useCatalogue } from '../tools/catalogue.ts'
import { SETTLED_MS } from '../tools/call/live.ts'
import { inputFor, readText, type TextReading, toolsFor } from '../tools/search/read-text.ts'
import { useToolWeight } from '../tools/search/tool-weight.ts'
import {
  answersAlone,
  type Candidate,
  candidatesOf,
  MAX_CANDIDATES,
  toCandidate,
} from './quick-candidates.ts'

/** What the panel knows of the tool that it shows. */
export type QuickAnswer =
  | { readonly kind: 'none' | 'settling' | 'waiting' | 'running' }
  | { readonly kind: 'done'; readonly output: OutputText; readonly ms: number }
  | { readonly kind: 'failed'; readonly message: string }

/** Answers that are kept, so that going back to a tool costs nothing. */
const MAX_KEPT = 20

/**
 * The quick panel: a text, the tools for it, and the answer of one. Only a pure tool runs by itself, once the choice
 * has rested; whatever else is chosen waits for Enter.
 */
export const useQuick = defineStore('quick', () => {
  const gateway = useGateway()
  const session = useSession()
  const balance = useBalance()
  const text = ref('')
  const query = ref('')
  const at = ref(0)
  const answer = shallowRef<QuickAnswer>({ kind: 'none' })
  const kept = createKept()
  let timer: ReturnType<typeof setTimeout> | undefined

  const reading = computed(() => (text.value === '' ? null : readText(text.value)))
  const candidates = useCandidates(reading, query)
  const chosen = computed(() => candidates.value[at.value] ?? null)
  /** The others, which the digits run. */
  const others = computed(() => candidates.value.filter((each) => each !== chosen.value).slice(0, 5))
  const short = computed(() => (balance.credits ?? Infinity) < (chosen.value?.tool.credits ?? 0))

  /** Takes another text, such as what the clipboard holds. The same text changes nothing. */
  function take(next: string): void {
    const cut = next.trim() === '' ? '' : next.slice(0, MAX_CLIPBOARD_CHARS)
    if (cut !== text.value) query.value = ''
    text.value = cut
  }

  /** Shows another tool; true if there is one in that direction. */
  function move(by: 1 | -1): boolean {
    const there = candidates.value[at.value + by] !== undefined
    if (there) at.value += by
    return there
  }

  /** Shows one of the tools; it runs as one that Tab shows. */
  const choose = (candidate: Candidate): void => void (at.value = candidates.value.indexOf(candidate))

  const keyOf = ({ tool }: Candidate): string => `${tool.slug} ${text.value}`

  watch(
    [chosen, text, () => session.canCall] as const,
    ([candidate]) => {
      clearTimeout(timer)
      const known = candidate && kept.get(keyOf(candidate))
      if (known) return void (answer.value = known)
      // A tool that was searched for has not been chosen yet.
      const alone = candidate && query.value.trim() === '' && answersAlone(candidate)
      if (!alone || text.value === '' || short.value || !session.canCall)
        return void (answer.value = { kind: candidate ? 'waiting' : 'none' })
      answer.value = { kind: 'settling' }
      timer = setTimeout(() => void run(), SETTLED_MS)
    },
    { immediate: true },
  )
  watch(candidates, () => (at.value = 0))

  /** Runs the tool on the text; its price has been on screen. A call that was sent is never stopped: it is paid for. */
  async function run(): Promise<void> {
    const candidate = chosen.value
    clearTimeout(timer)
    if (!candidate?.offer || candidate.needs.length > 0 || text.value === '') return
    if (answer.value.kind === 'running' || answer.value.kind === 'done') return
    const key = keyOf(candidate)
    answer.value = { kind: 'running' }
    const ended = await callFor(gateway.client, candidate.offer, text.value)
    if (ended.kind === 'done') kept.keep(key, ended)
    if (chosen.value && keyOf(chosen.value) === key) answer.value = ended
  }

  return { text, query, at, answer, reading, candidates, chosen, others, short, take, move, choose, run }
})

function createKept() {
  const answers = new Map<string, QuickAnswer>()
  return {
    get: (key: string) => answers.get(key),
    keep(key: string, answer: QuickAnswer): void {
      answers.set(key, answer)
      if (answers.size > MAX_KEPT) answers.delete(answers.keys().next().value!)
    },
  }
}

/** The tools for a text, or those that were searched for. */
function useCandidates(reading: Readonly<Ref<TextReading | null>>, query: Readonly<Ref<string>>) {
  const catalogue = useCatalogue()
  const weigh = useToolWeight()
  return computed<readonly Candidate[]>(() => {
    const words = query.value.trim()
    const offers = reading.value ? toolsFor(catalogue.tools, reading.value, weigh.value) : []
    if (words === '') return candidatesOf(offers)
    return catalogue.index
      .search(words, weigh.value)
      .slice(0, MAX_CANDIDATES)
      .map(({ tool }) => toCandidate(tool, offers.find((offer) => offer.tool === tool) ?? null))
  })
}

async function callFor(client: GatewayClient, offer: ToolOffer<Tool>, text: string): Promise<QuickAnswer> {
  const started = performance.now()
  try {
    const { data } = await client.call(offer.tool.slug, inputFor(offer, text))
    const ms = Math.round(performance.now() - started)
    return { kind: 'done', output: outputTextOf(data, offer.tool.main_output), ms }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { kind: 'failed', message: error.message }
  }
}
