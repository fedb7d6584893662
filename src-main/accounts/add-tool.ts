import { GatewayError } from '../../src-shared/errors.ts'
import type { Account, Scopes } from './account.ts'
import { isInScope, type Scoped } from './scopes.ts'

/**
 * The scopes with which a key may call one tool more, and nothing else. A key whose categories or tiers leave the tool
 * out gets the list of what it may call now, and the tool, in their place.
 * @param account with its scopes as they are
 * @param all every tool of this gateway
 * @throws GatewayError validation_error when it may call the tool already, or when that would give it more
 */
export function withTool(account: Account, tool: Scoped, all: readonly Scoped[]): Scopes {
  const { scopes } = account
  if (scopes?.toolset !== undefined)
    throw cannot(
      `is not of the toolset ${scopes.toolset}, to which the key is bound; add it to the toolset`,
    )
  if (scopes === null || isInScope(account, tool)) throw cannot('is a tool that the key may call already')
  const { slugs, categories, tiers, ...rest } = scopes
  const isListed = slugs !== undefined && categories === undefined && tiers === undefined
  const listed = isListed ? slugs : all.filter((one) => isInScope(account, one)).map(({ slug }) => slug)
  const wider = { ...account, scopes: { ...rest, slugs: [...listed, tool.slug] } }
  const gained = all.filter((one) => isInScope(wider, one) && !isInScope(account, one))
  const extra = gained.find(({ slug }) => slug !== tool.slug)
  if (extra !== undefined)
    throw cannot(
      `cannot be given alone: the key could call ${extra.slug}, too. Make a key with a list of tools`,
    )
  return wider.scopes
}

function cannot(message: string): GatewayError {
  return new GatewayError('validation_error', `slug ${message}.`, {
    issues: [{ path: 'slug', message }],
    missing_fields: [],
  })
}
