import { counted } from '../../src-shared/counted.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { RATE_WINDOW_SECONDS } from '../../src-shared/limits.ts'
import type { Account, KeyBudget, Scopes } from './account.ts'
import type { NewKey } from './new-key.ts'

const LISTS = ['slugs', 'categories', 'tiers'] as const

interface Rate {
  readonly limit: number
  readonly windowSeconds: number
}

/** What a key gets for which nothing else was asked. */
export interface UsualBounds {
  readonly rate: Rate
  readonly budget: { readonly questions: number; readonly tokens: number }
}

/** Whoever makes a key, changes its rate or confirms it. */
export interface Maker {
  readonly account: Account
  /** The owner's own rate bounds nobody, and the keys that the owner makes end with no other. */
  readonly isOwner: boolean
}

/**
 * Bounds a new key by the key that makes it: what is left out is the maker's own bound, and more than that is
 * refused. The maker's credit limit is the ledger's to keep.
 * @throws GatewayError forbidden naming the first field that exceeds the maker's
 */
export function boundByMaker(
  wanted: NewKey,
  { account: maker, isOwner }: Maker,
  usual: UsualBounds,
): NewKey {
  for (const permission of wanted.permissions ?? [])
    if (!maker.permissions.has(permission)) throw beyond('permissions', 'It has fewer permissions itself')
  return {
    ...wanted,
    scopes: boundScopes(wanted.scopes, maker),
    expiresAt: boundExpiry(wanted.expiresAt, maker.expiresAt),
    ...(isOwner ? {} : boundRate(wanted, maker, usual.rate)),
    ...(isOwner ? {} : { modelBudget: boundBudget(wanted.modelBudget, maker, usual) }),
    madeBy: maker.id,
    endsWith: isOwner ? undefined : maker.id,
  }
}

/**
 * Refuses a rate above the maker's, both in one burst and on average.
 * @throws GatewayError forbidden
 */
export function assertRateWithin(rate: Rate, maker: Account): void {
  if (isWithin(rate, maker)) return
  const own = `${counted(maker.rateLimit, 'request')} in ${counted(maker.windowSeconds, 'second')}`
  throw beyond('rate_limit', `Its own limit is ${own}`)
}

/**
 * Refuses a budget for language models above the maker's.
 * @param budget null where the usual one is meant
 * @throws GatewayError forbidden
 */
export function assertBudgetWithin(
  budget: KeyBudget,
  maker: Account,
  { budget: usual }: Pick<UsualBounds, 'budget'>,
): void {
  for (const part of ['questions', 'tokens'] as const) {
    const own = maker.modelBudget[part] ?? usual[part]
    if ((budget[part] ?? usual[part]) > own)
      throw beyond('model_budget', `Its own limit is ${counted(own, part.slice(0, -1))} a day`)
  }
}

function boundBudget(wanted: KeyBudget | undefined, maker: Account, usual: UsualBounds): KeyBudget {
  const budget = {
    questions: wanted?.questions ?? maker.modelBudget.questions,
    tokens: wanted?.tokens ?? maker.modelBudget.tokens,
  }
  assertBudgetWithin(budget, maker, usual)
  return budget
}

function boundRate(
  { rateLimit, windowSeconds = RATE_WINDOW_SECONDS }: NewKey,
  maker: Account,
  usual: Rate,
): { readonly rateLimit: number; readonly windowSeconds: number } {
  if (rateLimit !== undefined) {
    assertRateWithin({ limit: rateLimit, windowSeconds }, maker)
    return { rateLimit, windowSeconds }
  }
  const given = isWithin(usual, maker)
    ? usual
    : { limit: maker.rateLimit, windowSeconds: maker.windowSeconds }
  return { rateLimit: given.limit, windowSeconds: given.windowSeconds }
}

function isWithin({ limit, windowSeconds }: Rate, maker: Account): boolean {
  return limit <= maker.rateLimit && limit * maker.windowSeconds <= maker.rateLimit * windowSeconds
}

// Left out, it opens no source: a grant is never passed on without being named.
function boundSources(wanted: Scopes['sources'], { permissions, scopes }: Account): Scopes['sources'] {
  const allowed = scopes?.sources ?? []
  const extra = permissions.has('admin') ? undefined : wanted?.find((id) => !allowed.includes(id))
  if (extra !== undefined) throw beyond('sources', `It may not call the tools of ${extra} itself`)
  return wanted
}

function boundScopes(wanted: Scopes | undefined, maker: Account): Scopes | undefined {
  const { scopes: own } = maker
  const sources = boundSources(wanted?.sources, maker)
  if (own === null) return wanted
  const toolset = wanted?.toolset ?? own.toolset
  if (own.toolset !== undefined && toolset !== own.toolset)
    throw beyond('toolset', `It is bound to the toolset ${own.toolset} itself`)
  const bound: Partial<Record<(typeof LISTS)[number], readonly string[]>> = {}
  for (const list of LISTS) {
    const [asked, allowed] = [wanted?.[list], own[list]]
    const extra = allowed && asked?.find((name) => !allowed.includes(name))
    if (extra !== undefined) throw beyond(list, `It may not call ${extra} itself`)
    const names = asked ?? allowed
    if (names !== undefined) bound[list] = names
  }
  return {
    ...bound,
    ...(sources === undefined ? {} : { sources }),
    ...(toolset === undefined ? {} : { toolset }),
  }
}

function boundExpiry(wanted: number | undefined, own: number | null): number | undefined {
  if (own === null) return wanted
  if (wanted !== undefined && wanted > own)
    throw beyond('expires_at', `It stops working at ${new Date(own).toISOString()} itself`)
  return wanted ?? own
}

function beyond(field: string, why: string): GatewayError {
  return new GatewayError(
    'forbidden',
    `A key cannot grant more than it has (${field}). ${why}. Ask the owner of the gateway for more.`,
  )
}
