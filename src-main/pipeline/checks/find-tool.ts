import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import type { ListedTool } from '../../registry/registry.ts'
import type { Tools } from '../../registry/tool-list.ts'
import type { Services } from '../services.ts'
import { toolsSeenBy } from './seen-tools.ts'

/**
 * @param account who asks, for the hints; null for somebody without a key
 * @throws GatewayError api_not_found with the slugs that come closest
 */
export function findTool(slug: string, account: Account | null, services: Services): ListedTool {
  const tool = services.registry.find(slug)
  if (tool) return tool
  throw unknownTool(slug, account, services)
}

/** The refusal of a slug that a caller does not see. */
export function unknownTool(slug: string, account: Account | null, services: Services): GatewayError {
  return noSuchTool(slug, toolsSeenBy(account, services))
}

/** The refusal of a slug that a list of tools does not have. */
export function noSuchTool(slug: string, tools: Tools): GatewayError {
  const nearest = tools.nearest(slug)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  return new GatewayError(
    'api_not_found',
    `There is no tool ${JSON.stringify(slug.slice(0, 64))}.${hint} GET /v1/tools lists them all.`,
    { nearest },
  )
}
