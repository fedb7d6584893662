import { z } from 'zod'
import { factsOf, isProviderKind, PROVIDER_KIND_NAMES } from '../providers/provider-kinds.ts'
import { OwnerRequestFailed, reportingFailure, requestAsOwner } from './owner-request.ts'
import { readSecret } from './read-secret.ts'
import { UsageError } from './usage-error.ts'

const EXIT_USAGE = 2
const EXIT_UNREACHABLE = 1

const provider = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  base_url: z.string().nullable(),
  model: z.string().nullable(),
  enabled: z.boolean(),
  secret: z.object({ where: z.string().nullable(), hint: z.string().nullable() }),
  from: z.string(),
})
type ListedProvider = z.infer<typeof provider>

const listed = z.object({
  secret_store: z.object({ kind: z.string(), message: z.string() }),
  providers: z.array(provider),
})
const kept = z.object({ provider, message: z.string().optional() })
const removed = z.object({ message: z.string().optional() })
const health = z.object({
  reachable: z.boolean(),
  ms: z.number(),
  models: z.array(z.string()),
  message: z.string(),
})
const discovered = z.object({
  found: z.array(z.object({ kind: z.string(), base_url: z.string(), models: z.array(z.string()) })),
})

/** Whose providers, and how the answer is printed. */
export interface ProvidersScope {
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  readonly json: boolean
}

/** What `toolgate providers add` was told; the key comes from the prompt or a pipe. */
export interface AddOptions {
  readonly kind: string
  readonly name?: string | undefined
  readonly baseUrl?: string | undefined
  readonly model?: string | undefined
  /** Read a key although this kind needs none. */
  readonly withKey: boolean
}

/** Prints the providers in their order and where their keys lie. @returns the exit code */
export async function providersStatus(scope: ProvidersScope): Promise<number> {
  return await reportingFailure(async () => {
    const { providers, secret_store } = await list(scope)
    const lines = providers.map((one, index) => `${index + 1}. ${lineOf(one)}`)
    const none = 'No provider is set up. Look for one with toolgate providers discover, or add one by name.'
    print(scope, { providers, secret_store }, [
      ...(lines.length > 0 ? lines : [none]),
      '',
      secret_store.message,
    ])
  })
}

/** Adds a provider. @returns the exit code */
export async function addProvider(scope: ProvidersScope, options: AddOptions): Promise<number> {
  return await reportingFailure(async () => {
    const { kind, name, baseUrl: base_url, model, withKey } = options
    if (!isProviderKind(kind))
      throw new OwnerRequestFailed(
        `${kind} is no kind of provider. There are ${PROVIDER_KIND_NAMES.join(', ')}.`,
        EXIT_USAGE,
      )
    const needsKey = withKey || factsOf(kind).needsKey
    const api_key = needsKey ? await secretFor(factsOf(kind).name) : undefined
    const body = { kind, name, base_url, model, api_key }
    const answer = kept.parse(await request(scope, 'POST', '', body))
    print(scope, answer, [`Added ${lineOf(answer.provider)}`, ...(answer.message ? [answer.message] : [])])
  })
}

/** Removes a provider and its key. @param which its id, kind or name @returns the exit code */
export async function removeProvider(scope: ProvidersScope, which: string): Promise<number> {
  return await reportingFailure(async () => {
    const { id, name } = await find(scope, which)
    const { message } = removed.parse(await request(scope, 'DELETE', `/${id}`))
    print(scope, { id }, [message ?? `${name} is removed, and its key with it.`])
  })
}

/** Tests one provider or all. @returns the exit code, 1 when one does not answer */
export async function testProviders(scope: ProvidersScope, which: string | undefined): Promise<number> {
  let failed = false
  const code = await reportingFailure(async () => {
    const all = which === undefined ? (await list(scope)).providers : [await find(scope, which)]
    const results = []
    for (const { id, name } of all) {
      const result = health.parse(await request(scope, 'POST', `/${id}/test`))
      failed ||= !result.reachable
      results.push({ id, name, ...result })
    }
    const lines = results.map(
      ({ reachable, ms, message }) => `${reachable ? 'ok' : 'FAILED'} ${ms} ms  ${message}`,
    )
    print(scope, results, lines.length > 0 ? lines : ['No provider is set up.'])
  })
  return code === 0 && failed ? EXIT_UNREACHABLE : code
}

/** Looks for local servers of language models. @returns the exit code */
export async function discoverProviders(scope: ProvidersScope): Promise<number> {
  return await reportingFailure(async () => {
    const { found } = discovered.parse(await request(scope, 'POST', '/discover'))
    const lines = found.map(
      ({ kind, base_url, models }) =>
        `${kind} at ${base_url}: ${models.join(', ') || 'no model yet'}\n  toolgate providers add ${kind} --base-url ${base_url}`,
    )
    const none =
      'No server of language models answers at the usual ports of this machine (11434, 1234, 8080).'
    print(scope, found, lines.length > 0 ? lines : [none])
  })
}

/** Sets which provider is asked first, second and so on. @returns the exit code */
export async function orderProviders(scope: ProvidersScope, which: readonly string[]): Promise<number> {
  return await reportingFailure(async () => {
    const { providers } = await list(scope)
    const first = which.map((one) => pick(providers, one).id)
    const rest = providers.map(({ id }) => id).filter((id) => !first.includes(id))
    await request(scope, 'PUT', '/order', { ids: [...first, ...rest] })
    const { providers: now } = await list(scope)
    print(
      scope,
      now,
      now.map((one, index) => `${index + 1}. ${lineOf(one)}`),
    )
  })
}

function request(
  { dataDir, env }: ProvidersScope,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  return requestAsOwner(dataDir, env, method, `/app/providers${path}`, body)
}

async function list(scope: ProvidersScope): Promise<z.infer<typeof listed>> {
  return listed.parse(await request(scope, 'GET', ''))
}

async function find(scope: ProvidersScope, which: string): Promise<ListedProvider> {
  return pick((await list(scope)).providers, which)
}

function pick(providers: readonly ListedProvider[], which: string): ListedProvider {
  const fits = (['id', 'kind', 'name'] as const)
    .map((field) => providers.filter((one) => one[field] === which))
    .find((found) => found.length > 0)
  if (fits?.length === 1) return fits[0]!
  const known = providers.map(({ id, kind }) => `${id} (${kind})`).join(', ') || 'none'
  const fault = fits
    ? `${which} fits several providers; name one by its id.`
    : `There is no provider ${which}.`
  throw new OwnerRequestFailed(`${fault} There are: ${known}.`, EXIT_USAGE)
}

async function secretFor(name: string): Promise<string> {
  try {
    return await readSecret(`Key of ${name} (not shown): `)
  } catch (error) {
    if (error instanceof UsageError) throw new OwnerRequestFailed(error.message, error.exitCode)
    throw error
  }
}

function lineOf({ id, kind, name, base_url, model, enabled, secret, from }: ListedProvider): string {
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

function print({ json }: ProvidersScope, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`)
}
