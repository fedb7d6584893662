import { z } from 'zod'
import { REGISTERED_STATUSES } from './lib/registered-statuses.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

const CLASSES = ['informational', 'success', 'redirection', 'client error', 'server error'] as const
// RFC 9110, 15.1: what a cache may store without explicit permission.
const CACHEABLE = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])
// Statuses for which the same request may succeed later: RFC 9110, RFC 8470 (425) and RFC 6585
// (429).
const RETRYABLE = new Set([408, 425, 429, 500, 502, 503, 504])

export default defineTool({
  slug: 'enrich-http-status-explain',
  title: 'Explain an HTTP status',
  summary:
    'Explains an HTTP status code: its meaning, whether to try again, and its use by nginx, ' +
    'IIS or Cloudflare.',
  searchWords: [
    'error code',
    'response code',
    '404',
    '500',
    '418',
    '503',
    'what does the code mean',
    'server error',
    'not found',
    'bad gateway',
    'meaning of a code',
    'too many requests',
    'redirect code',
    'forbidden',
    'status number',
    'what does 404 mean',
    'what does 503 mean',
    'http error meaning',
    'web error',
    'meaning of 500',
  ],
  category: 'HTTP & API',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  mainField: 'code',
  takes: { code: ['http-status'] },
  firstFor: ['http-status'],
  gives: 'text',
  mainOutput: 'meaning',

  input: z.strictObject({
    code: z.int().min(100).max(599).describe('The status code'),
  }),
  output: z.strictObject({
    code: z.int().min(100).max(599).describe('The status code'),
    name: z.string().nullable().describe("Its name in IANA's registry; null if it has none"),
    meaning: z
      .string()
      .describe('What it means; the meaning of its class if it is not registered (RFC 9110, 15)'),
    class: z.enum(CLASSES).describe('The class given by its first digit'),
    registered: z.boolean().describe('Whether IANA lists it'),
    retryable: z.boolean().describe('Whether the same request may succeed later'),
    cacheable: z
      .boolean()
      .describe('Whether a cache may store the answer without explicit permission (RFC 9110, 15.1)'),
    vendors: z
      .array(
        z.strictObject({
          vendor: z.string().describe('nginx, IIS or Cloudflare'),
          name: z.string().describe('The name it has there'),
          meaning: z.string().describe('What it means there'),
        }),
      )
      .describe('Unregistered meanings that servers give it'),
  }),

  // Facts of RFC 9110 and of Cloudflare's documentation; the sentences are those of http-status.
  examples: [
    { title: 'Too many requests', input: { code: 429 } },
    { title: 'A code that only Cloudflare uses', input: { code: 522 } },
    { title: 'An unregistered code', input: { code: 299 } },
  ],

  handler: async ({ code }) => {
    const { default: status } = await import('http-status')
    const vendors = await Promise.all(
      Object.entries(VENDORS).map(async ([vendor, load]) => {
        const table = tableOf((await load()).default)
        // The vendors' tables repeat the registered codes.
        const own = table.has(`${code}`) && !tableOf(status).has(`${code}`)
        const name = table.get(`${code}`) ?? ''
        return own ? [{ vendor, name, meaning: table.get(`${code}_MESSAGE`) ?? '' }] : []
      }),
    )
    const known = tableOf(status)
    const registered = REGISTERED_STATUSES[code]
    const group = `${Math.floor(code / 100)}xx`
    return {
      code,
      name: registered ?? null,
      meaning: known.get(`${code}_MESSAGE`) ?? known.get(`${group}_MESSAGE`) ?? '',
      class: CLASSES[Math.floor(code / 100) - 1]!,
      registered: registered !== undefined,
      retryable: RETRYABLE.has(code),
      cacheable: CACHEABLE.has(code),
      vendors: vendors.flat(),
    }
  },
})

const VENDORS = {
  nginx: () => import('http-status/nginx'),
  IIS: () => import('http-status/iis'),
  Cloudflare: () => import('http-status/cloudflare'),
} as const

// The library's object holds codes by name, names by code, and the classes below `classes`.
function tableOf(status: object): ReadonlyMap<string, string> {
  const classes: unknown = 'classes' in status ? status.classes : {}
  const entries = [...Object.entries(status), ...Object.entries(classes ?? {})] as [string, unknown][] // strings by name
  return new Map(entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
}
