import { z } from 'zod'
import type { GatewayClient } from './gateway-client.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'

/** A provider as `/app/providers` shows it, as far as the command line reads it. */
export const listedProvider = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  base_url: z.string().nullable(),
  model: z.string().nullable(),
  enabled: z.boolean(),
  secret: z.object({ where: z.string().nullable(), hint: z.string().nullable() }),
  from: z.string(),
})
type ListedProvider = z.infer<typeof listedProvider>

const providerList = z.object({
  secret_store: z.object({ kind: z.string(), message: z.string() }),
  providers: z.array(listedProvider),
})
type ProviderList = z.infer<typeof providerList>

/** The providers in their order, and where their keys are stored. */
export async function fetchProviders(client: GatewayClient): Promise<ProviderList> {
  return providerList.parse(await client.get('/app/providers'))
}

/**
 * The provider that a command means.
 * @param which its id, kind or name
 * @throws CommandFailed listing the existing ones
 */
export function providerNamed(providers: readonly ListedProvider[], which: string): ListedProvider {
  const fits = (['id', 'kind', 'name'] as const)
    .map((field) => providers.filter((one) => one[field] === which))
    .find((found) => found.length > 0)
  if (fits?.length === 1) return fits[0]!
  const known = providers.map(({ id, kind }) => `${id} (${kind})`).join(', ') || 'none'
  const fault = fits
    ? `${which} matches several providers; choose one by its id.`
    : `There is no provider ${which}.`
  throw new CommandFailed(`${fault} Existing providers: ${known}.`, fits ? EXIT.usage : EXIT.notFound)
}

/** The providers as numbered lines, in the order in which they are asked. */
export function linesOf(providers: readonly ListedProvider[]): string[] {
  return providers.map((one, index) => `${index + 1}. ${lineOf(one)}`)
}

/** A provider in a line, its id last. */
export function lineOf({ id, kind, name, base_url, model, enabled, secret, from }: ListedProvider): string {
  const key =
    secret.where === null ? 'no key' : `key ${secret.hint ?? ''} in the ${secret.where}`.replace('  ', ' ')
  const parts = [
    `${name} (${kind})`,
    base_url ?? 'in this process',
    model ?? 'default model',
    key,
    ...(from === 'environment' ? ['from the environment'] : []),
    ...(enabled ? [] : ['switched off']),
    id,
  ]
  return parts.join(', ')
}
