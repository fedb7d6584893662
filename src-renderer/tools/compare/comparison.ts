import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { ActivityDetail, ActivityEntry, ActivityPage } from '../../../src-shared/activity.ts'
import { CallError, type Header, headerOf } from '../../gateway/gateway-types.ts'
import { useBaselines } from '../../activity/baselines.ts'
import type { FinishedCall } from '../result/finished-calls.ts'
import { formatJson } from '../../gateway/format-json.ts'
import { useGateway } from '../../gateway/gateway.ts'
import type { OutputText } from '../../gateway/output-text.ts'
import { answerText, readJson } from '../../activity/recorded-answer.ts'
import { useRun } from '../result/run.ts'
import { useSession } from '../../gateway/session.ts'

/** A former result of the tool on screen: held by this page, or in the gateway's record of calls. */
export interface Former {
  readonly requestId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly held: FinishedCall | null
  /** Its place in the record, where it was pinned for others to be held against. */
  readonly pinned?: number
}

/** What is compared of a result; its text is null where it was not kept. */
export interface ComparedSide {
  readonly text: string | null
  readonly hash: string | null
  readonly headers: readonly Header[]
  /** The text goes on where it ends here. */
  readonly cut: boolean
}

const PATH = '/app/activity'
const MAX_FORMERS = 20
/** Members of longer texts are not put in order. */
const MAX_SORTED_CHARS = 200_000

type ComparisonState = 'closed' | 'reading' | 'ready' | 'none' | 'failed'

/** The result on screen beside a former one of the same tool. */
export const useComparison = defineStore('comparison', () => {
  const { client } = useGateway()
  const run = useRun()
  const session = useSession()
  const state = shallowRef<ComparisonState>('closed')
  const formers = shallowRef<readonly Former[]>([])
  const chosen = shallowRef('')
  const former = shallowRef<ComparedSide | null>(null)
  const problem = shallowRef('')
  let turn = 0

  // What needs a key has made nothing to be compared.
  const possible = computed(
    () => run.state.kind === 'done' && run.state.result.meta.engine !== 'needs_key' && run.output !== null,
  )
  const present = computed<ComparedSide | null>(() =>
    possible.value && run.output ? sideOf(run.output, run.headers) : null,
  )
  watch(() => run.state, close)

  /** Lays the baseline, or the newest former result, beside the present one; false when there is no present one. */
  async function open(): Promise<void> {
    const slug = run.request?.slug
    if (!possible.value || slug === undefined) return
    await read(async (mine) => {
      const found = await list(slug)
      if (mine !== turn) return
      formers.value = found
      if (found[0]) await show(found[0], mine)
      else state.value = 'none'
    })
  }

  /** Takes another of the former results. */
  async function choose(requestId: string): Promise<void> {
    const wanted = formers.value.find((each) => each.requestId === requestId)
    if (wanted) await read((mine) => show(wanted, mine))
  }

  async function read(work: (mine: number) => Promise<void>): Promise<void> {
    const mine = ++turn
    state.value = 'reading'
    try {
      await work(mine)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (mine !== turn) return
      problem.value = error.message
      state.value = 'failed'
    }
  }

  async function show(wanted: Former, mine: number): Promise<void> {
    chosen.value = wanted.requestId
    const { held, requestId, pinned = requestId } = wanted
    const side = held?.output ? sideOf(held.output, held.headers) : recordedSide(await detailOf(pinned))
    if (mine !== turn) return
    former.value = side
    state.value = 'ready'
  }

  async function list(slug: string): Promise<readonly Former[]> {
    const shown = headerOf(run.headers, 'X-Request-Id')
    const held = run.finished.calls.value.flatMap((call) => heldFormer(call, slug))
    const known = new Set([shown, ...held.map(({ requestId }) => requestId)])
    const recorded = await recordedOf(slug).catch((error: unknown) => {
      // What the page itself holds can be compared without the gateway.
      if (error instanceof CallError && held.length > 1) return []
      throw error
    })
    const others = recorded.filter(({ requestId }) => !known.has(requestId))
    const found = [...held.filter(({ requestId }) => requestId !== shown), ...others]
    const pin = await pinnedOf(slug)
    const isPin = ({ requestId }: Former) => requestId === pin?.requestId
    const rest = found.filter((each) => !isPin(each)).toSorted((a, b) => b.at - a.at)
    return [...(pin && pin.requestId !== shown ? [pin] : []), ...rest].slice(0, MAX_FORMERS)
  }

  async function pinnedOf(slug: string): Promise<Former | null> {
    const baselines = useBaselines()
    await baselines.load()
    const pin = baselines.of(slug)
    return pin && { requestId: pin.request_id, at: pin.at, held: null, pinned: pin.id }
  }

  async function recordedOf(slug: string): Promise<readonly Former[]> {
    if (session.state !== 'signed_in') return []
    const query = new URLSearchParams({ slug, ok: 'true', limit: String(MAX_FORMERS) })
    const { entries } = await client.ask<ActivityPage>('GET', `${PATH}?${query}`)
    // Items of a batch share one request id, by which none of them can be told.
    const single = entries.filter(({ form, output_hash: hash }) => form !== 'batch' && hash !== null)
    return single.map(({ request_id: requestId, ts }) => ({ requestId, at: Date.parse(ts), held: null }))
  }

  async function detailOf(id: string | number): Promise<ActivityDetail> {
    const path = `${PATH}/${encodeURIComponent(id)}`
    return (await client.ask<{ call: ActivityDetail }>('GET', path)).call
  }

  function close(): boolean {
    if (state.value === 'closed') return false
    turn++
    state.value = 'closed'
    formers.value = []
    former.value = null
    return true
  }

  return { state, formers, chosen, former, present, problem, possible, open, choose, close }
})

function heldFormer(call: FinishedCall, slug: string): readonly Former[] {
  const requestId = headerOf(call.headers, 'X-Request-Id')
  const fits = call.request.slug === slug && call.state.kind === 'done' && call.output !== null
  return fits && requestId !== null ? [{ requestId, at: call.at, held: call }] : []
}

function sideOf(output: OutputText, headers: readonly Header[]): ComparedSide {
  const hash = headerOf(headers, 'X-Output-Hash')
  return { text: comparableText(output), hash, headers, cut: false }
}

function recordedSide(call: ActivityDetail): ComparedSide {
  const text = call.output === null ? null : comparableText(answerText(call))
  return { text, hash: call.output_hash, headers: headersOf(call), cut: call.output_cut }
}

/** JSON with its members in one order, since their order says nothing; any other text as it is. */
export function comparableText({ text, language }: OutputText): string {
  if (language !== 'json' || text.length > MAX_SORTED_CHARS) return text
  const value = readJson(text)
  return value === undefined ? text : formatJson(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Those headers of an answer that the record of calls remembers. */
function headersOf(call: ActivityEntry): readonly Header[] {
  return [
    { name: 'X-Request-Id', value: call.request_id },
    { name: 'X-Credits-Used', value: String(call.credits) },
    { name: 'X-Latency-Ms', value: String(Math.round(call.ms)) },
    { name: 'X-Engine', value: call.engine },
    ...(call.output_hash === null ? [] : [{ name: 'X-Output-Hash', value: call.output_hash }]),
    { name: 'X-Cache', value: call.cache },
  ]
}

/** Two answers never share it. */
const OWN_HEADER = 'X-Request-Id'

/** The headers that both answers carry, with different values. */
export function differingHeaders(
  left: readonly Header[],
  right: readonly Header[],
): readonly { readonly name: string; readonly left: string; readonly right: string }[] {
  return left.flatMap(({ name, value }) => {
    const other = headerOf(right, name)
    return other === null || other === value || name === OWN_HEADER
      ? []
      : [{ name, left: value, right: other }]
  })
}
