import type { Account, Scopes } from './account.ts'
import { isInScope, type Scoped } from './scopes.ts'

/** What opens the tools of a source to a key: the whole source, some of its tools by name, or nothing. */
export type SourceGrant = 'owner' | 'source' | 'tools' | 'none'

/** How far the tools of a source are open to a key. */
export interface SourceAccess {
  readonly grant: SourceGrant
  /** How many of its open tools the key may call. */
  readonly tools: number
  /** Why the source cannot be granted to the key; null where it can. */
  readonly barred: string | null
}

type Grantee = Pick<Account, 'kind' | 'madeBy' | 'permissions' | 'scopes'>

/**
 * Tells how far the tools of a source are open to a key.
 * @param source the id of the source
 * @param open the tools of the source that are open
 */
export function sourceAccess(account: Account, source: string, open: readonly Scoped[]): SourceAccess {
  return {
    grant: grantOf(account, source),
    tools: open.filter((tool) => isInScope(account, tool)).length,
    barred: whyBarred(account),
  }
}

/** Why no source can be granted to a key, as the rest of a sentence about it; null where one can. */
export function whyBarred({ kind, madeBy, permissions, scopes }: Grantee): string | null {
  if (kind === 'demo') return 'is the demo key, which anybody may have'
  if (permissions.has('admin')) return scopes?.slugs ? null : 'may call every tool already'
  if (isForAnybody({ kind, madeBy, permissions })) return 'is from sign-up, so anybody may have one like it'
  return scopes?.toolset === undefined
    ? null
    : `is bound to the toolset ${scopes.toolset}; add the tools to it`
}

/** Whether a key is the demo key or from sign-up, which are never granted a source. */
export function isForAnybody({ kind, madeBy, permissions }: Omit<Grantee, 'scopes'>): boolean {
  return kind === 'demo' || (kind === 'personal' && madeBy === null && !permissions.has('admin'))
}

/** The scopes of a key with which it may call the tools of a source, too. */
export function withSource(scopes: Scopes | null, source: string): Scopes {
  return { ...scopes, sources: [...new Set([...(scopes?.sources ?? []), source])] }
}

/** The scopes of a key without a source and without each of its tools by name. */
export function withoutSource(scopes: Scopes | null, source: string): Scopes {
  const { sources, slugs, ...rest } = scopes ?? {}
  return {
    ...rest,
    ...(sources && { sources: sources.filter((id) => id !== source) }),
    // An empty list stays one: a key of some tools does not become a key of all.
    ...(slugs && { slugs: slugs.filter((slug) => !isOf(slug, source)) }),
  }
}

/** Whether a key names a source, or one of its tools. */
export function namesSource({ scopes }: Pick<Account, 'scopes'>, source: string): boolean {
  const { sources = [], slugs = [] } = scopes ?? {}
  return sources.includes(source) || slugs.some((slug) => isOf(slug, source))
}

function grantOf({ permissions, scopes }: Account, source: string): SourceGrant {
  if (permissions.has('admin') && !scopes?.slugs) return 'owner'
  if (scopes?.sources?.includes(source)) return 'source'
  return namesSource({ scopes }, source) ? 'tools' : 'none'
}

// No id of a source has an underscore.
const isOf = (slug: string, source: string): boolean => slug.startsWith(`${source}__`)
