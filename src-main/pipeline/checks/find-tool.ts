import { GatewayError } from '../../../src-shared/errors.ts'
import { RECIPE_SOURCE } from '../../../src-shared/recipes/recipe.ts'
import type { Account } from '../../accounts/account.ts'
import type { ListedTool } from '../../registry/registry.ts'
import type { Tools } from '../../registry/tool-list.ts'
import type { Services } from '../services.ts'
import { toolChanged, toolClosed, toolGone } from '../../extensions/source-refusals.ts'
import { mayCallSource, toolsSeenBy } from './seen-tools.ts'

/**
 * @param account who asks, for the hints; null for somebody without a key
 * @throws GatewayError api_not_found with the slugs that come closest
 */
export function findTool(slug: string, account: Account | null, services: Services): ListedTool {
  const tool = services.registry.find(slug)
  if (tool) return tool
  refuseClosed(slug, account, services)
  throw unknownTool(slug, account, services)
}

/**
 * Tells whoever may call a tool of a source why it is not served now.
 * @throws GatewayError tool_changed, api_not_found; nothing for any other slug
 */
export function refuseClosed(slug: string, account: Account | null, services: Services): void {
  refuseClosedRecipe(slug, account, services)
  const closed = services.sources.closedTool(slug)
  if (closed === null || account === null || !mayCallSource(account, closed, services)) return
  if (closed.state === 'changed') throw toolChanged(closed)
  throw closed.state === 'gone' ? toolGone(closed) : toolClosed(closed)
}

// Which tool is missing only its owner is told: it may be of a source that the caller knows nothing of.
function refuseClosedRecipe(slug: string, account: Account | null, services: Services): void {
  const recipe = services.recipes.closed(slug)
  const isTheirs = account !== null && mayCallSource(account, { slug, source: RECIPE_SOURCE }, services)
  if (!recipe || !isTheirs) return
  const [step] = services.recipes.closedSteps(recipe)
  const which = step === undefined ? 'one of its steps' : `its step ${step.id}`
  throw new GatewayError(
    'tool_changed',
    `The recipe ${slug} cannot run now: the tool of ${which} was changed, switched off or removed. The owner of the ` +
      `gateway sees which: on the page in Sources, or with toolgate recipes show ${slug}.`,
  )
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
