import { z } from 'zod'
import { GatewayError } from '../../../../src-shared/errors.ts'
import type { ShownConsent, SourceOrigin } from '../../../../src-shared/sources/source-kinds.ts'
import { changedFileOf } from '../../../extensions/consent.ts'
import type { StoredOrigin } from '../../../extensions/source.ts'
import type { SourceBook } from '../../../extensions/source-book.ts'
import { areAsAgreed } from '../../../extensions/command/command-consent.ts'
import { commandConsent, commandFields, commandSettings } from './command-wire.ts'
import { folderConsent, folderFields, folderSettings } from './folder-wire.ts'
import { httpConsent, httpFields, httpSettings } from './http-wire.ts'
import { apiConsent, apiFields, apiSettings } from './openapi-wire.ts'
import { mcpConsent, mcpFields, mcpSettings } from './mcp-wire.ts'
import { npmConsent, npmConsentAgain, npmFields } from './npm-wire.ts'
import { refuseOtherRenewal, type Renewal } from './renewal.ts'

/** What consents are found out from. */
export type ConsentParts = Pick<SourceBook, 'documents' | 'folder' | 'packages'>

/** What somebody agrees to. */
export interface Agreed {
  /** What is stored of where the tools come from. */
  readonly origin: StoredOrigin
  readonly shown: ShownConsent
  /** Makes it ready to run once it was agreed to; what is stored is then what this gives. */
  readonly prepare?: () => Promise<StoredOrigin>
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
      z.strictObject({ ...npmFields, ...common }),
      z.strictObject({ ...httpFields, ...common }),
      z.strictObject({ ...apiFields, ...common }),
      z.strictObject({ ...folderFields, ...common }),
      z.strictObject({ ...commandFields, ...common }),
    ]),
  )
}

const asked = ofAnyKind({})

/**
 * What a source would reach or run, found out without running anything.
 * @param secrets the names of its secrets
 * @throws GatewayError validation_error
 */
export async function consentOf(
  wanted: z.output<typeof asked>,
  secrets: readonly string[],
  parts: ConsentParts,
): Promise<Agreed> {
  switch (wanted.kind) {
    case 'mcp':
      return mcpConsent({ ...wanted, secrets })
    case 'npm':
      return await npmConsent({ ...wanted, secrets }, parts.packages)
    case 'mcp-http':
      return httpConsent({ ...wanted, secrets })
    case 'openapi':
      return apiConsent({ ...wanted, secrets }, parts.documents)
    case 'folder':
      return folderConsent(wanted, secrets, parts)
    case 'command':
      return commandConsent({ ...wanted, secrets })
  }
}

/**
 * The same for a source that was added, as it is now.
 * @param to what it is to become
 * @throws GatewayError validation_error
 */
export async function consentAgain(
  origin: StoredOrigin,
  parts: ConsentParts,
  to: Renewal = {},
): Promise<Agreed> {
  refuseOtherRenewal(origin, to)
  const { kind, settings } = origin
  switch (kind) {
    case 'mcp':
      if (settings.package)
        return await npmConsentAgain(settings, settings.package, to.package, parts.packages)
      return mcpConsent(settings)
    case 'mcp-http':
      return httpConsent(settings)
    case 'openapi':
      throw new GatewayError('validation_error', 'An API is agreed to once. Remove it and add it again.')
    case 'folder':
      return folderConsent({ edited_here: settings.isEditedHere }, [], parts)
    case 'command':
      return commandConsent({ ...settings, commands: to.commands ?? settings.commands })
  }
}

/** Whether a source is not what its owner agreed to any more, so that it does not run before being agreed to again. */
export function asksAgain({ kind, settings }: StoredOrigin): boolean {
  if (kind === 'command') return !areAsAgreed(settings)
  return kind === 'mcp' && changedFileOf(settings) !== null
}

/** Where a source's tools come from. */
export function toOriginWire({ kind, settings }: StoredOrigin, parts: ConsentParts): SourceOrigin {
  switch (kind) {
    case 'mcp':
      return { kind, settings: mcpSettings(settings, parts.packages) }
    case 'mcp-http':
      return { kind, settings: httpSettings(settings) }
    case 'openapi':
      return { kind, settings: apiSettings(settings) }
    case 'folder':
      return { kind, settings: folderSettings(settings, parts) }
    case 'command':
      return { kind, settings: commandSettings(settings) }
  }
}

function withKind(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { kind: 'mcp', ...body } : body
}
