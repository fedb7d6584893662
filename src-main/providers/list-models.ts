import { z } from 'zod'
import { failureOfStatus, ProviderFailure } from './provider-failure.ts'
import { factsOf, type Protocol } from './provider-kinds.ts'
import type { ModelAccess } from './provider-model.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

const MAX_MODELS = 500
const id = z.string().min(1).max(200)

const listed: Readonly<Record<Protocol, (body: unknown) => string[]>> = {
  openai: (body) =>
    z
      .object({ data: z.array(z.object({ id })).nullable() })
      .parse(body)
      .data?.map((model) => model.id) ?? [],
  anthropic: (body) =>
    z
      .object({ data: z.array(z.object({ id })) })
      .parse(body)
      .data.map((model) => model.id),
  google: (body) =>
    z
      .object({
        models: z.array(z.object({ name: id, supportedGenerationMethods: z.array(z.string()).optional() })),
      })
      .parse(body)
      .models.filter(({ supportedGenerationMethods: can }) => !can || can.includes('generateContent'))
      .map(({ name }) => name.replace(/^models\//, '')),
}

/**
 * The models that a provider offers, in its own order, at most 500.
 * @throws ProviderFailure, or whatever the network throws
 */
export async function listModels(
  access: ModelAccess,
  name: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { protocol, keyPath } = factsOf(access.kind)
  if (keyPath) await get(access, keyPath, name, signal)
  const query = { openai: '', anthropic: '?limit=1000', google: '?pageSize=1000' }[protocol]
  const body = await get(access, `/models${query}`, name, signal)
  try {
    return listed[protocol](body).slice(0, MAX_MODELS)
  } catch (error) {
    throw new ProviderFailure('broken', `${name} sent a list of models that could not be parsed.`, {
      cause: error,
    })
  }
}

async function get(access: ModelAccess, path: string, name: string, signal: AbortSignal): Promise<unknown> {
  const response = await access.fetch(`${access.baseUrl}${path}`, { headers: headersOf(access), signal })
  const text = await response.text()
  if (!response.ok)
    throw failureOfStatus(
      {
        statusCode: response.status,
        message: response.statusText,
        responseHeaders: Object.fromEntries(response.headers),
      },
      name,
      access.secret === null ? [] : [access.secret],
    )
  try {
    return parseJson(text)
  } catch (error) {
    throw new ProviderFailure('broken', `${name} did not answer with JSON. Check its address.`, {
      cause: error,
    })
  }
}

function headersOf({ kind, secret }: ModelAccess): Record<string, string> {
  const { protocol } = factsOf(kind)
  const version: Record<string, string> =
    protocol === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {}
  if (secret === null) return version
  const key = {
    openai: { authorization: `Bearer ${secret}` },
    anthropic: { 'x-api-key': secret },
    google: { 'x-goog-api-key': secret },
  }[protocol]
  return { ...version, ...key }
}
