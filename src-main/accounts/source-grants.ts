import type { SourceGrant } from '../../src-shared/sources/source-keys.ts'
import type { Account, Scopes } from './account.ts'

/**
 * Why no source can be granted to a key, as the rest of a sentence about it; null where one can.
 * @param isVisitor whether it is a visitor's, as `isVisitorKey` tells
 */
export function whyBarred(
  { kind, permissions, scopes }: Pick<Account, 'kind' | 'permissions' | 'scopes'>,
  isVisitor: boolean,
): string | null {
  if (kind === 'demo') return 'is the demo key, which anybody may have'
  if (isVisitor) return 'is from sign-up, or spends the credits of a key that is'
  if (permissions.has('admin') && !scopes?.slugs) return 'may call every tool already'
  return scopes?.toolset === undefined
    ? null
    : `is bound to the toolset ${scopes.toolset}; add the tools to it`
}

/** What opens the tools of a source to a key. @param source the id of the source */
export function grantOf({ permissions, scopes }: Account, source: string): SourceGrant {
  if (permissions.has('admin') && !scopes?.slugs) return 'owner'
  if (scopes?.sources?.includes(source)) return 'source'
  return namesSource(scopes, source) ? 'tools' : 'none'
}

/** The scopes of a key with which it may call the tools of a source, too. */
export function withSource(scopes: Scopes | null, source: string): Scopes {
  return { ...scopes, sources: [...new Set([...(scopes?.sources ?? []), source])] }
}

/** The scopes of a key without a source and without each of its tools by name; null where nothing restricts it. */
export function withoutSource(scopes: Scopes | null, source: string): Scopes | null {
  const { sources = [], slugs, ...rest } = scopes ?? {}
  const others = sources.filter((id) => id !== source)
  const left = {
    ...rest,
    ...(others.length > 0 && { sources: others }),
    // An empty list stays one: a key of some tools does not become a key of all.
    ...(slugs && { slugs: slugs.filter((slug) => !isOf(slug, source)) }),
  }
  return Object.keys(left).length > 0 ? left : null
}

/** Whether the scopes of a key name a source, or one of its tools. */
export function namesSource(scopes: Scopes | null, source: string): boolean {
  const { sources = [], slugs = [] } = scopes ?? {}
  return sources.includes(source) || slugs.some((slug) => isOf(slug, source))
}

// No id of a source has an underscore.
const isOf = (slug: string, source: string): boolean => slug.startsWith(`${source}__`)
