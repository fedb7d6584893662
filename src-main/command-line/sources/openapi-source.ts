import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { counted } from '../../../src-shared/counted.ts'
import { secretWords, type ShownConsentOf } from '../../../src-shared/sources/source-kinds.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { AddedWords } from './added-words.ts'
import { valuesOf } from './repeated-option.ts'

const secret = z.object({
  name: z.string(),
  kind: z.enum(['bearer', 'basic', 'header', 'query', 'cookie']),
  parameter: z.string(),
  is_always: z.boolean(),
})
const counts = { operations: z.number(), writes: z.number(), deprecated: z.number() }
const place = { server: z.string(), origins: z.array(z.string()), url: z.string().nullable() }

/** How the gateway tells an API. */
export const apiSettings = z.object({ ...place, credentials: z.array(secret), missing: z.array(secret) })

/** What the gateway shows before it adds one. */
export const apiConsent = z.object({
  kind: z.literal('openapi'),
  title: z.string(),
  version: z.string().nullable(),
  ...place,
  ...counts,
  credentials: z.array(secret),
  missing: z.array(secret),
  warnings: z.array(z.string()),
  hash: z.string(),
})

/** A secret that goes with every call in a header. */
interface SecretInHeader {
  readonly name: string
  readonly kind: string
  readonly parameter?: string
}

const readDocument = z.looseObject({ document: z.looseObject({ hash: z.string() }) })

/**
 * What `sources add openapi NAME FILE|URL --server URL --bearer NAME --header HEADER=NAME` asks for; the document is
 * read for that.
 * @throws UsageError
 */
export async function apiBody(
  { rawArgs, address, server }: AddedWords,
  client: GatewayClient,
): Promise<object> {
  if (address === undefined)
    throw new UsageError('Write where the document is: toolgate sources add openapi NAME FILE or URL')
  const credentials = apiCredentials(rawArgs)
  const document = await sendDocument(address, client)
  return { kind: 'openapi', document, credentials, ...(server === undefined ? {} : { server }) }
}

/** The secrets of `--bearer` and `--header`, which go with every call. @throws UsageError */
export function apiCredentials(rawArgs: readonly string[]): readonly SecretInHeader[] {
  return [
    ...valuesOf(rawArgs, 'bearer').map((name) => ({ name, kind: 'bearer' })),
    ...valuesOf(rawArgs, 'header').map(toHeader),
  ]
}

/** The names of the secrets that such words ask for, besides those of `--secret`. */
export function apiSecrets(rawArgs: readonly string[]): string[] {
  return apiCredentials(rawArgs).map(({ name }) => name)
}

/**
 * Has the gateway read a document.
 * @param from a file, or the address that it is at
 * @returns its hash
 * @throws UsageError
 */
export async function sendDocument(from: string, client: GatewayClient): Promise<string> {
  const path = '/app/sources/documents'
  if (/^https?:\/\//i.test(from)) {
    const answer = await client.post(`${path}?url=${encodeURIComponent(from)}`)
    return readDocument.parse(answer).document.hash
  }
  const bytes = await readFile(from).catch((error: unknown) => {
    throw new UsageError(
      `${from} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  return readDocument.parse(await client.upload(path, bytes, 'application/octet-stream')).document.hash
}

/** What would be called, line by line. */
export function apiConsentLines(api: ShownConsentOf<'openapi'>): string[] {
  const { title, version, server, origins, url, operations, writes, deprecated } = api
  const others = origins.filter((origin) => origin !== new URL(server).origin)
  return [
    `Calls would go to this API with your secrets, through the machine of the gateway:`,
    '',
    `  API         ${title}${version === null ? '' : ` ${version}`}`,
    `  Server      ${server}`,
    ...(others.length > 0 ? [`  Also        ${others.join(', ')}`] : []),
    `  Document    ${url ?? 'sent by you'}`,
    `  Operations  ${counted(operations, 'operation')}, of which ${writes} do more than read; ${deprecated} deprecated`,
    `  Secrets     ${api.credentials.map(secretWords).join('\n              ') || 'none'}`,
    ...(api.missing.length > 0
      ? [`  Not given   ${api.missing.map(secretWords).join('\n              ')}`]
      : []),
    '',
    '  Nothing is called yet, and no operation is open before you choose it.',
  ]
}

function toHeader(text: string): SecretInHeader {
  const cut = text.indexOf('=')
  if (cut > 0) return { kind: 'header', parameter: text.slice(0, cut), name: text.slice(cut + 1) }
  throw new UsageError('--header takes HEADER=NAME, where NAME is that of a secret')
}
