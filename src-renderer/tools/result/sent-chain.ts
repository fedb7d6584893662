import { defineStore } from 'pinia'
import { computed, markRaw } from 'vue'
import { headerOf, type Header } from '../../gateway/gateway-types.ts'
import type { Input } from '../call/tool-draft.ts'
import { useRun } from './run.ts'
import type { CallRequest } from './run-state.ts'

/** An output that was sent to another tool. */
interface Sent {
  /** The id of the call that made it. */
  readonly from: string
  readonly slug: string
  /** What of the other tool's input came from it. */
  readonly input: Input
}

/** As many as a recipe may have steps. */
const MOST = 20

const idOf = (headers: readonly Header[]) => headerOf(headers, 'X-Request-Id') ?? ''

/** Which call took its input from which, as Send to has filled it, so that all of them can become a recipe. */
export const useSentChain = defineStore('sent-chain', () => {
  const run = useRun()
  const sent: Sent[] = markRaw([])

  /** The ids of the calls that led to the one on screen, itself the last; none while it has not succeeded. */
  const calls = computed(() => {
    const { request, headers, state } = run
    return request && state.kind === 'done' ? chainOf({ request, headers }) : []
  })

  /** Notes that the output on screen fills the input of a tool. */
  function note(slug: string, input: Input): void {
    const from = idOf(run.headers)
    if (from === '') return
    sent.push({ from, slug, input })
    if (sent.length > MOST) sent.shift()
  }

  function chainOf(last: { request: CallRequest; headers: readonly Header[] }): readonly string[] {
    const chain = [idOf(last.headers)]
    for (let { request } = last; chain.length < MOST;) {
      const { slug, input } = request
      const { from = '' } = sent.findLast((one) => one.slug === slug && isWithin(one.input, input)) ?? {}
      const before = run.finished.calls.value.find(({ headers }) => idOf(headers) === from)
      if (from === '' || !before || chain.includes(from)) break
      chain.unshift(from)
      ;({ request } = before)
    }
    return chain
  }

  return { calls, note }
})

// Whoever has changed what was sent has made an input of their own.
function isWithin(part: Input, whole: Input): boolean {
  return Object.entries(part).every(([name, value]) => textOf(value) === textOf(whole[name]))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
