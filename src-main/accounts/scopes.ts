import { GatewayError } from '../../src-shared/errors.ts'
import type { Account } from './account.ts'

/** What a scope is checked against. */
export interface Scoped {
  readonly slug: string
  readonly category: string
  readonly tier: string
  /** Null for a tool of this build. */
  readonly source: { readonly id: string } | null
}

/**
 * Refuses a tool outside a key's scopes.
 * @throws GatewayError scope_denied
 */
export function assertInScope(account: Account, tool: Scoped): void {
  if (!isInScope(account, tool)) throw outOfScope(tool)
}

/**
 * Whether a key's scopes include a tool. A key without scopes may call every tool of this build, and when several lists
 * are given, each must include the tool. A tool of a source needs a grant: the permission `admin`, its source among the
 * key's `sources`, or its slug among the `slugs`.
 */
export function isInScope({ scopes, permissions }: Account, tool: Scoped): boolean {
  const { slugs, categories, tiers, sources = [] } = scopes ?? {}
  const isNamed =
    tool.source === null
      ? (slugs?.includes(tool.slug) ?? true)
      : sources.includes(tool.source.id) || (slugs?.includes(tool.slug) ?? permissions.has('admin'))
  return isNamed && (categories?.includes(tool.category) ?? true) && (tiers?.includes(tool.tier) ?? true)
}

/** The refusal of a tool that a key may not call. */
export function outOfScope({ slug }: Pick<Scoped, 'slug'>): GatewayError {
  return new GatewayError(
    'scope_denied',
    `This key may not call ${slug}. Ask the key's owner to widen its scope, or use another key.`,
  )
}
