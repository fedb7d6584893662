import { z } from 'zod'
import { DAY_MS, HOUR_MS, type ToolSpan } from '../../ledger/usage-figures.ts'
import type { Services } from '../../pipeline/services.ts'
import { toKeyUse } from '../wire/key-use.ts'
import { readQuery } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

const MINUTE_MS = 60_000
/** The newest keys; `GET /v1/enterprise/keys` pages through all. */
const MAX_KEYS = 500

/** Minutes that the client's clock is ahead of UTC, so that days end at the client's midnight. */
const ahead = z.coerce.number().int().min(-840).max(840).default(0)
const hoursQuery = z.object({ hours: z.coerce.number().int().min(1).max(72).default(24), ahead })
const query = z.object({
  days: z.coerce.number().int().min(1).max(366).default(30),
  ahead,
})

/** GET /app/usage/days: the credits that all keys spent, by day and tier. */
export const getUsageDays = defineRoute({
  method: 'GET',
  path: '/app/usage/days',
  access: 'admin',
  handle: async ({ event, context: { services, figures, activity } }) => {
    const { days, ahead } = readQuery(event, query)
    const aheadMs = ahead * MINUTE_MS
    const today = Math.floor((services.now() + aheadMs) / DAY_MS)
    const first = today - days + 1
    const found = await figures.spansSince(DAY_MS, first * DAY_MS - aheadMs, aheadMs)
    const list = Array.from({ length: days }, (_, index) => ({
      date: new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
      ...useIn(found, first + index, services),
    }))
    // The ledger's figures do not depend on the record, which may be broken.
    const record = activity.tryRead()
    const cache = record?.cacheUse(today * DAY_MS - aheadMs) ?? null
    const body = { ok: true, days: list, cache_today: cache }
    return jsonReply(200, body)
  },
})

/** GET /app/usage/hours: the same by hour, ending with the current one. */
export const getUsageHours = defineRoute({
  method: 'GET',
  path: '/app/usage/hours',
  access: 'admin',
  handle: async ({ event, context: { services, figures } }) => {
    const { hours, ahead } = readQuery(event, hoursQuery)
    const aheadMs = ahead * MINUTE_MS
    const first = Math.floor((services.now() + aheadMs) / HOUR_MS) - hours + 1
    const found = await figures.spansSince(HOUR_MS, first * HOUR_MS - aheadMs, aheadMs)
    const list = Array.from({ length: hours }, (_, index) => ({
      date: new Date((first + index) * HOUR_MS).toISOString().slice(0, 16),
      ...useIn(found, first + index, services),
    }))
    return jsonReply(200, { ok: true, hours: list })
  },
})

/** GET /app/keys: every key with its limits, how much of its rate it uses now, and when it was last used. */
export const listKeyUse = defineRoute({
  method: 'GET',
  path: '/app/keys',
  access: 'admin',
  handle: async ({ account, context }) => {
    const newest = context.services.keys.list().slice(-MAX_KEYS)
    const uses = await Promise.all(newest.map((key) => toKeyUse(key, context)))
    const keys = uses.map((use, at) => ({ ...use, own: newest[at]?.id === account.id }))
    return jsonReply(200, { ok: true, keys })
  },
})

/** POST /app/ledger/verify: recomputes balances and chains, and compares them with the signed head. */
export const verifyLedgerRoute = defineRoute({
  method: 'POST',
  path: '/app/ledger/verify',
  access: 'admin',
  handle: async ({ context }) => {
    const startedAt = performance.now()
    const { ledger, audit, head } = await context.verifyStored()
    const ms = Math.round(performance.now() - startedAt)
    const sound = ledger.ok && audit.ok && (head?.ok ?? true)
    const body = { ok: true, sound, ledger, audit, head, ms }
    return jsonReply(200, body)
  },
})

// The credits spent in one day or hour of the sums found.
function useIn(found: readonly ToolSpan[], at: number, { registry }: Services) {
  const parts = found.filter((part) => part.at === at)
  return {
    calls: parts.reduce((sum, { calls }) => sum + calls, 0),
    refunds: parts.reduce((sum, { refunds }) => sum + refunds, 0),
    credits: sumByTier(parts, (slug) => registry.find(slug)?.facts.tier ?? 'other'),
  }
}

function sumByTier(
  days: readonly { readonly slug: string; readonly credits: number }[],
  tierOf: (slug: string) => string,
): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { slug, credits } of days) {
    const tier = tierOf(slug)
    if (credits > 0) sums[tier] = (sums[tier] ?? 0) + credits
  }
  return sums
}
