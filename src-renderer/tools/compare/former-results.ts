import type { ActivityDetail, ActivityPage } from '../../../src-shared/activity.ts'
import { useBaselines } from '../../activity/baselines.ts'
import { CallError, headerOf } from '../../gateway/gateway-types.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { useSession } from '../../gateway/session.ts'
import { useCatalogue } from '../catalogue.ts'
import type { FinishedCall } from '../result/finished-calls.ts'
import { type ComparedSide, recordedSide, sideOf } from './compared-side.ts'

/** A former result of a tool: held by this page, or in the gateway's record of calls. */
export interface Former {
  readonly requestId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly held: FinishedCall | null
  /** Its id in the record, if it is pinned as the baseline. */
  readonly pinned?: number
}

const PATH = '/app/activity'
const MAX_FORMERS = 20

/** Finds former results of a tool, and reads them. */
export function createFormerResults() {
  const { client } = useGateway()
  const session = useSession()
  const catalogue = useCatalogue()

  /** The baseline of the tool, then its former results, newest first; `shown` is left out. */
  async function list(
    slug: string,
    shown: string | null,
    calls: readonly FinishedCall[],
  ): Promise<readonly Former[]> {
    const held = calls.flatMap((call) => heldFormer(call, slug))
    const known = new Set([shown, ...held.map(({ requestId }) => requestId)])
    const recorded = await recordedOf(slug).catch((error: unknown) => {
      // The page can compare what it holds itself without the gateway.
      if (error instanceof CallError && held.length > 1) return []
      throw error
    })
    const others = recorded.filter(({ requestId }) => !known.has(requestId))
    const found = [...held.filter(({ requestId }) => requestId !== shown), ...others]
    const pin = await pinnedOf(slug)
    const rest = found
      .filter(({ requestId }) => requestId !== pin?.requestId)
      .toSorted((a, b) => b.at - a.at)
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
    // The items of a batch share one request id, which cannot tell them apart.
    const single = entries.filter(({ form, output_hash: hash }) => form !== 'batch' && hash !== null)
    return single.map(({ request_id: requestId, ts }) => ({ requestId, at: Date.parse(ts), held: null }))
  }

  /** Reads what is compared of a former result. */
  async function read({ held, requestId, pinned }: Former): Promise<ComparedSide> {
    if (held?.output) return sideOf(held.output, held.headers)
    const path = `${PATH}/${encodeURIComponent(pinned ?? requestId)}`
    const { call } = await client.ask<{ call: ActivityDetail }>('GET', path)
    return recordedSide(call, catalogue.bySlug.get(call.slug)?.main_output)
  }

  return { list, read }
}

function heldFormer(call: FinishedCall, slug: string): readonly Former[] {
  const requestId = headerOf(call.headers, 'X-Request-Id')
  const fits = call.request.slug === slug && call.state.kind === 'done' && call.output !== null
  return fits && requestId !== null ? [{ requestId, at: call.at, held: call }] : []
}
