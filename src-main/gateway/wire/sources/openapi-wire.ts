import { z } from 'zod'
import { GatewayError } from '../../../../src-shared/errors.ts'
import type {
  SentSecret,
  ShownConsent,
  ShownDocument,
  OriginOf,
} from '../../../../src-shared/sources/source-kinds.ts'
import { apiConsentTo } from '../../../extensions/openapi/api-consent.ts'
import type { ApiDocuments, KeptApi } from '../../../extensions/openapi/api-documents.ts'
import type { ApiSettings } from '../../../extensions/openapi/api-settings.ts'
import type { Credential } from '../../../extensions/openapi/credentials.ts'

const documentHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('The hash that POST /app/sources/documents gave')
const header = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/)

/** The fields of a request about an API with a description. */
export const apiFields = {
  kind: z.literal('openapi'),
  document: documentHash,
  server: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('In place of the server that the document names'),
  credentials: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(128),
        kind: z.enum(['bearer', 'basic', 'header', 'query', 'cookie']),
        parameter: header.optional(),
      }),
    )
    .max(16)
    .default([])
    .describe('Secrets that go with every call, whatever the document says'),
}

/** The body of PATCH /app/sources/{id}/secrets. */
export const givenSecrets = z.strictObject({
  secrets: z
    .record(z.string().min(1).max(128), z.string().min(1).max(32_768).nullable())
    .refine((secrets) => Object.keys(secrets).length > 0, 'Name a secret')
    .describe('Values by names; null takes one away'),
  credentials: apiFields.credentials,
})

/** The body of POST /app/sources/{id}/document. */
export const renewedDocument = z.strictObject({ document: documentHash })

/** What an API would be called at and with. @throws GatewayError validation_error */
export function apiConsent(
  { document, ...asked }: Parameters<typeof apiConsentTo>[1] & { readonly document: string },
  documents: ApiDocuments,
) {
  const api = documentOf(document, documents)
  const { settings, missing, warnings, hash } = apiConsentTo(api, asked)
  const { title, version, operations, writes, deprecated } = api.facts
  const { server, origins, url, credentials } = settings
  const shown: ShownConsent = {
    ...{ kind: 'openapi', title, version, server, origins, url, operations, writes, deprecated },
    ...{ credentials: credentials.map(toSecretWire), missing: missing.map(toSecretWire), warnings, hash },
  }
  return { origin: { kind: 'openapi' as const, settings }, shown }
}

/** How an API is told. */
export function apiSettings({ server, origins, url, credentials, missing = [] }: ApiSettings) {
  return {
    server,
    origins,
    url,
    credentials: credentials.map(toSecretWire),
    missing: missing.map(toSecretWire),
  } satisfies OriginOf<'openapi'>['settings']
}

/** A document that was read a moment ago. @throws GatewayError validation_error */
export function documentOf(document: string, documents: ApiDocuments): KeptApi {
  const api = documents.find(document)
  if (api) return api
  const message = 'This document was read too long ago. Send it again to POST /app/sources/documents'
  throw new GatewayError('validation_error', `${message}.`, { issues: [{ path: 'document', message }] })
}

/** What was read of a document. */
export function toDocumentWire({ hash, url, facts }: KeptApi): ShownDocument {
  const { title, version, servers, schemes, operations, writes, deprecated } = facts
  return {
    hash,
    url,
    title,
    version,
    servers,
    schemes: schemes.map(toSecretWire),
    operations,
    writes,
    deprecated,
  }
}

function toSecretWire({ name, kind, parameter, isAlways }: Credential): SentSecret {
  return { name, kind, parameter, is_always: isAlways }
}
