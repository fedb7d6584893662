import { z } from 'zod'
import type { OriginOf, ShownConsentOf } from '../../../../src-shared/sources/source-kinds.ts'
import { consentToAddress, type AskedAddress } from '../../../extensions/http-consent.ts'
import { CLIENT_SECRET, type HttpServer } from '../../../extensions/source.ts'

/** The fields of a request about a server of MCP over HTTP. */
export const httpFields = {
  kind: z.literal('mcp-http'),
  url: z.string().min(1).max(2_048).describe('The address of the server'),
  headers: z
    .record(z.string().min(1).max(128), z.string().max(8_192))
    .default({})
    .describe('Headers that need not be secret; a secret is the value of a header'),
  client_id: z.string().min(1).max(500).optional().describe('Its client id where people sign in for it'),
}

/** What an address would be sent; it is not reached. @throws GatewayError validation_error */
export function httpConsent({
  client_id: clientId,
  ...asked
}: AskedAddress & { readonly client_id?: string | undefined }) {
  const { settings, warnings, hash } = consentToAddress({ clientId, ...asked })
  const { url, headers, secrets, isPrivate } = settings
  const shown: ShownConsentOf<'mcp-http'> = {
    ...{ kind: 'mcp-http', url, origin: new URL(url).origin, is_private: isPrivate, warnings, hash },
    client_id: settings.clientId ?? null,
    headers: [
      ...Object.keys(headers).map((name) => ({ name, from: 'you' as const })),
      ...secrets
        .filter((name) => !(settings.clientId && name === CLIENT_SECRET))
        .map((name) => ({ name, from: 'secret' as const })),
    ],
  }
  return { origin: { kind: 'mcp-http' as const, settings }, shown }
}

/** How an address is told. */
export function httpSettings({
  url,
  headers,
  isPrivate,
  clientId,
}: HttpServer): OriginOf<'mcp-http'>['settings'] {
  return { url, headers: Object.keys(headers), is_private: isPrivate, client_id: clientId ?? null }
}
