import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { useBalance } from '../../balance/balance.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { useSession } from '../../gateway/session.ts'
import { useRun } from '../result/run.ts'
import { createLiveChoice } from './live-choice.ts'

/** How long the input has to rest. */
export const SETTLED_MS = 150
const MINUTE_MS = 60_000

type Input = Readonly<Record<string, unknown>>

/**
 * Runs cheap, pure tools while their input is written, where the owner has switched that on. Each result is a call that
 * costs its price. One runs at a time, and an input that was overtaken is never sent, so that every charge is one that
 * was shown.
 */
export const useLive = defineStore('live', () => {
  const run = useRun()
  const balance = useBalance()
  const gateway = useGateway()
  const session = useSession()
  const { everywhere, isOn, ...choice } = createLiveChoice()
  const { spent, pace, begin } = createTally()
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { readonly tool: Tool; readonly input: Input } | null = null
  let sent = ''
  let busy = false

  function set(tool: Tool, on: boolean): void {
    choice.choose(tool, on)
    if (!on) cancel()
  }

  function setEverywhere(on: boolean): void {
    choice.chooseAll(on)
    if (!on) cancel()
  }

  /** The owner has changed an input by hand. It runs once it has rested, if it is one; null stops what waits. */
  function typed(tool: Tool, input: Input | null): void {
    cancel()
    if (input === null || !isOn(tool)) return
    waiting = { tool, input }
    timer = setTimeout(() => void settle(), SETTLED_MS)
  }

  function cancel(): void {
    clearTimeout(timer)
    timer = undefined
    waiting = null
  }

  // What was typed while a call of another kind ran has waited for it, too.
  watch(
    () => run.running,
    (running) => !running && timer === undefined && void settle(),
  )

  async function settle(): Promise<void> {
    timer = undefined
    // The call that runs takes what waits when it ends.
    if (busy || run.running || waiting === null) return
    const { tool, input } = waiting
    const text = `${tool.slug} ${JSON.stringify(input)}`
    waiting = null
    const short = balance.credits !== null && balance.credits < tool.credits
    if (text === sent || short || gateway.gone || !session.canCall) return
    sent = text
    busy = true
    begin()
    try {
      await run.start({ slug: tool.slug, input, credits: tool.credits, stream: false, live: true })
    } finally {
      busy = false
    }
    if (run.request?.input === input && run.state.kind === 'done')
      spent.value += run.state.result.meta.credits_used ?? 0
    if (timer === undefined) await settle()
  }

  return { everywhere, spent, pace, isOn, set, setEverywhere, typed, cancel }
})

/** What the results since the page was opened have cost, and how many came in the minute before the latest one. */
function createTally() {
  const spent = ref(0)
  const starts = shallowRef<readonly number[]>([])
  const pace = computed(() => starts.value.length)

  /** Notes that a call begins. */
  function begin(): void {
    const now = Date.now()
    starts.value = [...starts.value.filter((at) => now - at < MINUTE_MS), now]
  }

  return { spent, pace, begin }
}
