import { z } from 'zod'
import { GatewayError } from '../../../../src-shared/errors.ts'
import type { ShownConsent, SourceOrigin } from '../../../../src-shared/sources/source-kinds.ts'
import { isAsAgreed } from '../../../extensions/consent.ts'
import type { StoredOrigin } from '../../../extensions/source.ts'
import { httpConsent, httpFields, httpSettings } from './http-wire.ts'
import type { ApiDocuments } from '../../../extensions/openapi/api-documents.ts'
import { apiConsent, apiFields, apiSettings } from './openapi-wire.ts'
import { mcpConsent, mcpFields, mcpSettings } from './mcp-wire.ts'

/** What somebody agrees to. */
export interface Agreed {
  /** What is stored of where the tools come from. */
  readonly origin: StoredOrigin
  readonly shown: ShownConsent
}

/**
 * The body of a request about a source of any kind; one that names no kind is about a server over stdio. A further kind
 * is a line in each function of this file.
 * @param common fields that every kind has
 */
export function ofAnyKind<T extends z.ZodRawShape>(common: T) {
  return z.preprocess(
    withKind,
    z.discriminatedUnion('kind', [
      z.strictObject({ ...mcpFields, ...common }),
      z.strictObject({ ...httpFields, ...common }),
      z.strictObject({ ...apiFields, ...common }),
    ]),
  )
}

const asked = ofAnyKind({})

/**
 * What a source would reach or run, found out without running anything.
 * @param secrets the names of its secrets
 * @param documents that were read a moment ago
 * @throws GatewayError validation_error
 */
export async function consentOf(
  wanted: z.output<typeof asked>,
  secrets: readonly string[],
  documents: ApiDocuments,
): Promise<Agreed> {
  switch (wanted.kind) {
    case 'mcp':
      return mcpConsent({ ...wanted, secrets })
    case 'mcp-http':
      return httpConsent({ ...wanted, secrets })
    case 'openapi':
      return apiConsent({ ...wanted, secrets }, documents)
  }
}

/** The same for a source that was added, as it is now. @throws GatewayError validation_error */
export async function consentAgain({ kind, settings }: StoredOrigin): Promise<Agreed> {
  switch (kind) {
    case 'mcp':
      return mcpConsent(settings)
    case 'mcp-http':
      return httpConsent(settings)
    case 'openapi':
      throw new GatewayError('validation_error', 'An API is agreed to once. Remove it and add it again.')
  }
}

/** Whether a source is not what its owner agreed to any more, so that it does not run before being agreed to again. */
export function asksAgain({ kind, settings }: StoredOrigin): boolean {
  return kind === 'mcp' && !isAsAgreed(settings)
}

/** Where a source's tools come from. */
export function toOriginWire({ kind, settings }: StoredOrigin): SourceOrigin {
  switch (kind) {
    case 'mcp':
      return { kind, settings: mcpSettings(settings) }
    case 'mcp-http':
      return { kind, settings: httpSettings(settings) }
    case 'openapi':
      return { kind, settings: apiSettings(settings) }
  }
}

function withKind(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { kind: 'mcp', ...body } : body
}
