import { GatewayError, type Issue } from '../../../src-shared/errors.ts'
import type { Scopes } from '../../accounts/account.ts'
import type { Tools } from '../../registry/tool-list.ts'
import { TIERS } from '../../tool-kit/define-tool.ts'

type Sent = { readonly [K in Exclude<keyof Scopes, 'sources'>]?: readonly string[] | null | undefined }

/**
 * Reads the scopes of a new key. An unknown name is refused, because otherwise a misspelt scope would show only when
 * calls are refused.
 * @returns undefined when nothing is restricted
 * @throws GatewayError validation_error naming every unknown slug, category and tier
 */
export function readScopes(sent: Sent, registry: Tools): Scopes | undefined {
  const { tools } = registry
  const categories = new Set(tools.map(({ facts }) => facts.category))
  const tiers = new Set<string>(TIERS)
  const issues: Issue[] = []
  const known = (path: keyof Sent, find: (name: string) => string | undefined): string[] | undefined =>
    sent[path]?.flatMap((name, index) => {
      const found = find(name)
      if (found === undefined) issues.push({ path: `${path}.${index}`, message: 'is unknown here' })
      return found ?? []
    })

  const scopes = {
    // An alias is stored as its slug, because calls are checked against slugs.
    slugs: known('slugs', (name) => registry.find(name)?.slug),
    categories: known('categories', (name) => (categories.has(name) ? name : undefined)),
    tiers: known('tiers', (name) => (tiers.has(name) ? name : undefined)),
  }
  if (issues.length > 0) {
    const wrong = issues.map(({ path }) => path).join(', ')
    throw new GatewayError(
      'validation_error',
      `Unknown here: ${wrong}. GET /v1/tools lists every slug with its category and tier.`,
      { issues, missing_fields: [] },
    )
  }
  return Object.values(scopes).some((names) => names !== undefined) ? scopes : undefined
}
