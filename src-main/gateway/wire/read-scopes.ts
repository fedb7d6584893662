import { GatewayError, type Issue } from '../../../src-shared/errors.ts'
import { RECIPE_SOURCE } from '../../../src-shared/recipes/recipe.ts'
import type { Scopes } from '../../accounts/account.ts'
import type { SourceBook } from '../../extensions/source-book.ts'
import type { Tools } from '../../registry/tool-list.ts'
import type { ToolsetStore } from '../../registry/toolsets/toolset-store.ts'
import { TIERS } from '../../tool-kit/define-tool.ts'

type Sent = {
  readonly [K in Exclude<keyof Scopes, 'toolset'>]?: readonly string[] | null | undefined
} & { readonly toolset?: string | null | undefined }

/** What names of toolsets and sources are checked against. */
interface KnownNames {
  readonly toolsets: Pick<ToolsetStore, 'find'>
  readonly sources: Pick<SourceBook, 'has'>
}

/**
 * Reads the scopes of a new key. An unknown name is refused, because otherwise a misspelt scope would show only when
 * calls are refused.
 * @returns undefined when nothing is restricted
 * @throws GatewayError validation_error naming every unknown slug, category, tier, source and toolset
 */
export function readScopes(
  sent: Sent,
  registry: Tools,
  { toolsets, sources }: KnownNames,
): Scopes | undefined {
  const { tools } = registry
  const categories = new Set(tools.map(({ facts }) => facts.category))
  const tiers = new Set<string>(TIERS)
  const issues: Issue[] = []
  const known = (
    path: 'slugs' | 'categories' | 'tiers' | 'sources',
    find: (name: string) => string | undefined,
  ): string[] | undefined =>
    sent[path]?.flatMap((name, index) => {
      const found = find(name)
      if (found === undefined) issues.push({ path: `${path}.${index}`, message: 'is unknown here' })
      return found ?? []
    })

  const { toolset } = sent
  if (toolset && !toolsets.find(toolset)) issues.push({ path: 'toolset', message: 'is unknown here' })
  const scopes = {
    // An alias is stored as its slug, because calls are checked against slugs.
    slugs: known('slugs', (name) => registry.find(name)?.slug),
    categories: known('categories', (name) => (categories.has(name) ? name : undefined)),
    tiers: known('tiers', (name) => (tiers.has(name) ? name : undefined)),
    ...(sent.sources && {
      sources: known('sources', (id) => (id === RECIPE_SOURCE || sources.has(id) ? id : undefined)),
    }),
  }
  if (issues.length > 0) {
    const wrong = issues.map(({ path }) => path).join(', ')
    throw new GatewayError(
      'validation_error',
      `Unknown here: ${wrong}. GET /v1/tools lists every slug with its category and tier, and GET ` +
        '/v1/enterprise/toolsets the saved toolsets.',
      { issues, missing_fields: [] },
    )
  }
  const all = toolset ? { ...scopes, toolset } : scopes
  return Object.values(all).some((names) => names !== undefined) ? all : undefined
}
