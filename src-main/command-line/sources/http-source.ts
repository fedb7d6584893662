import { z } from 'zod'
import type { ShownConsentOf } from '../../../src-shared/sources/source-kinds.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { AddedWords } from './added-words.ts'
import { valuesOf } from './repeated-option.ts'

/** How the gateway tells a server over HTTP. */
export const httpSettings = z.object({
  url: z.string(),
  headers: z.array(z.string()),
  is_private: z.boolean(),
  client_id: z.string().nullable(),
})

/** What the gateway shows before it reaches one. */
export const httpConsent = z.object({
  kind: z.literal('mcp-http'),
  url: z.string(),
  origin: z.string(),
  is_private: z.boolean(),
  headers: z.array(z.object({ name: z.string(), from: z.enum(['you', 'secret']) })),
  client_id: z.string().nullable(),
  warnings: z.array(z.string()),
  hash: z.string(),
})

/** What `sources add mcp NAME https://… --header A=B` asks for. @throws UsageError */
export function httpBody(url: string, { rawArgs, clientId }: AddedWords): object {
  const client = clientId === undefined ? {} : { client_id: clientId }
  return {
    kind: 'mcp-http',
    url,
    ...client,
    headers: Object.fromEntries(valuesOf(rawArgs, 'header').map(toHeader)),
  }
}

/** What would be reached, line by line. */
export function httpConsentLines({
  url,
  origin,
  headers,
  client_id: client,
}: ShownConsentOf<'mcp-http'>): string[] {
  const named = (from: string): string =>
    headers.flatMap((one) => (one.from === from ? [one.name] : [])).join(', ') || 'none'
  return [
    'This address will be reached by the gateway:',
    '',
    `  ${url}`,
    '',
    `  Only       ${origin}; redirects are not followed`,
    `  Headers    yours: ${named('you')}`,
    `             secret: ${named('secret')}`,
    ...(client === null ? [] : [`  Client     ${client}, where you sign in for it`]),
    '',
    '  It gets what is sent to its tools, and can do with it whatever it wants.',
  ]
}

function toHeader(text: string): [string, string] {
  const cut = text.search(/[:=]/)
  if (cut > 0) return [text.slice(0, cut).trim(), text.slice(cut + 1).trim()]
  throw new UsageError('--header takes NAME=VALUE. For a secret, such as Authorization, use --secret NAME.')
}
