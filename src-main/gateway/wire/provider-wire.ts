import { factsOf, PROVIDER_KIND_NAMES } from '../../providers/provider-kinds.ts'
import type { Provider } from '../../providers/provider.ts'

/** A provider as the owner's page and command line see it, with only the end of its key. */
export function toProviderWire(provider: Provider, order: number): object {
  const { id, kind, name, baseUrl, model, enabled, secret, from } = provider
  return {
    id,
    kind,
    name,
    base_url: baseUrl,
    model,
    enabled,
    order,
    secret: { stored: secret !== null, where: secret?.place ?? null, hint: secret?.hint ?? null },
    from,
  }
}

/** The kinds of providers that can be added. */
export function providerKindsWire(): object[] {
  return PROVIDER_KIND_NAMES.map((kind) => {
    const { name, cost, baseUrl, needsKey, defaultModel } = factsOf(kind)
    return { kind, name, cost, base_url: baseUrl, needs_key: needsKey, default_model: defaultModel }
  })
}
