import { GatewayError } from '../../../src-shared/errors.ts'
import type { SwitchSetting } from '../../../src-shared/settings.ts'
import type { Account } from '../../accounts/account.ts'
import { isVisitorKey } from '../../accounts/visitor-key.ts'
import { factsOf, type ProviderCost } from '../../providers/provider-kinds.ts'
import type { Provider } from '../../providers/provider.ts'
import type { ListedTool } from '../../registry/registry.ts'
import type { Services } from '../services.ts'

/** The setting with which the owner lets visitors use providers of this cost; null where nobody needs to ask. */
const OPENED_BY: Readonly<Record<ProviderCost, SwitchSetting | null>> = {
  paid: 'visitors_use_paid_models',
  local: 'visitors_use_local_models',
  nothing: null,
}
const NAMED: Readonly<Record<ProviderCost, string>> = {
  paid: 'models that cost the owner money',
  local: 'the models of this machine',
  nothing: '',
}

type Needed = Pick<Services, 'providers' | 'settings' | 'keys' | 'ledger'>

/**
 * The enabled providers that a key may ask, first choice first; none where none is set up.
 * @throws GatewayError scope_denied when there are some, but none for this key
 */
export function providersFor(account: Account, services: Needed): readonly Provider[] {
  const enabled = services.providers.access.usable()
  if (enabled.length === 0 || !isVisitorKey(account, services.keys, services.ledger)) return enabled
  const settings = services.settings.get()
  const open = enabled.filter((provider) => {
    const setting = OPENED_BY[costOf(provider)]
    return setting === null || settings[setting]
  })
  if (open.length === 0) throw denied(enabled)
  return open
}

/**
 * Refuses a tool that asks language models to a key that may not ask any.
 * @throws GatewayError scope_denied
 */
export function assertMayAskModels(account: Account, tool: ListedTool, services: Needed): void {
  if (asksModels(tool)) providersFor(account, services)
}

/** Whether a key may ask language models, of which there may be none yet. */
export function mayAskModels(account: Account, services: Needed): boolean {
  try {
    providersFor(account, services)
    return true
  } catch (refusal) {
    if (refusal instanceof GatewayError) return false
    throw refusal
  }
}

/**
 * Refuses a call that would ask language models more than its key may now. Without a provider nothing is asked.
 * @throws GatewayError rate_limited
 */
export function checkModelBudget(account: Account, tool: ListedTool, services: Services): void {
  if (!asksModels(tool) || services.providers.access.usable().length === 0) return
  services.modelBudgets.refuseToBegin(account)
}

// A tool of another tier that asked a model would be refused when it asks.
function asksModels({ facts }: ListedTool): boolean {
  return facts.tier === 'llm'
}

function costOf({ kind }: Provider): ProviderCost {
  return factsOf(kind).cost
}

function denied(enabled: readonly Provider[]): GatewayError {
  const costs = [...new Set(enabled.map(costOf))]
  const commands = costs.flatMap((cost) => {
    const setting = OPENED_BY[cost]
    return setting === null ? [] : `\`toolgate settings set ${setting} true\``
  })
  return new GatewayError(
    'scope_denied',
    `The owner did not make this key, so it may not use ${costs.map((cost) => NAMED[cost]).join(' or ')}. The ` +
      `owner can allow it in Settings under Providers, or with ${commands.join(' or ')}.`,
  )
}
