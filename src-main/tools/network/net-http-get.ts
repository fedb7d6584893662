import { z } from 'zod'
import { jsonOfBody, textOfAnswer } from '../lib/answer-text.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import type { OutboundAnswer } from '../../tool-kit/tool-context.ts'
import { sendFollowing } from '../lib/follow-redirects.ts'
import {
  answerHeaders,
  durationField,
  redirectHops,
  redirectsField,
  requestHeaders,
  urlField,
} from '../lib/request-fields.ts'

export default defineTool({
  slug: 'net-http-get',
  title: 'Fetch a URL',
  summary: 'GETs a URL and returns the status, headers and body, as text, JSON or base64.',
  searchWords: [
    'download from an api',
    'curl',
    'wget',
    'request',
    'call an api',
    'load a url',
    'read an endpoint',
    'rest',
    'fetch json',
    'api data',
    'response body',
    'http client',
    'call a rest endpoint',
    'read an api',
    'get a page',
    'raw html',
    'rest call',
  ],
  category: 'Network & DNS',
  tier: 'network',
  credits: 5,
  version: 2,
  mainField: 'url',
  related: ['net-http-post', 'sense-url-content', 'file-download', 'net-http-status'],
  takes: { url: ['url'] },
  gives: 'text',
  mainOutput: 'body',

  input: z.strictObject({
    url: urlField,
    headers: requestHeaders,
    max_redirects: redirectsField,
    max_bytes: z
      .int()
      .min(1)
      .max(1024 * 1024)
      .default(1024 * 1024)
      .describe('Bytes of the body to keep'),
  }),
  output: z.strictObject({
    status: z.int().min(100).max(999).describe('HTTP status'),
    url: z.string().describe('The URL of the response, after redirects'),
    redirects: redirectHops,
    headers: answerHeaders,
    body: z.string().describe('The body as text; in base64 if the bytes are not text'),
    body_encoding: z.enum(['text', 'base64']).describe('How `body` is written'),
    body_truncated: z.boolean().describe('True if the body was longer and the rest was dropped'),
    json: z.unknown().optional().describe('The body as a JSON value, if it is JSON'),
    duration_ms: durationField,
  }),

  picture: ({ body_encoding, headers }) => {
    const [mime = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
    return body_encoding === 'base64'
      ? { field: 'body', mime: mime.trim() || 'application/octet-stream' }
      : null
  },

  examples: [
    { title: 'A page', input: { url: 'https://example.com/' } },
    {
      title: 'An API, as JSON',
      input: { url: 'https://api.example.com/items', headers: { accept: 'application/json' } },
    },
    { title: 'Where a short link leads', input: { url: 'https://example.com/short', max_redirects: 0 } },
  ],

  handler: async ({ url, headers, max_redirects, max_bytes }, ctx) => {
    const request = { url, method: 'GET' as const, headers, maxAnswerBytes: max_bytes }
    const { answer, url: from, redirects } = await sendFollowing(ctx, request, max_redirects)
    const isText = /^(?:text\/|application\/(?:json|xml|[\w.-]+\+(?:json|xml)|javascript))|charset=/i.test(
      answer.headers['content-type'] ?? '',
    )
    const asText = isText || isUtf8(answer)
    const body = asText ? textOfAnswer(answer) : answer.body.toString('base64')
    return {
      status: answer.status,
      url: from,
      redirects: [...redirects],
      headers: answer.headers,
      body,
      body_encoding: asText ? ('text' as const) : ('base64' as const),
      body_truncated: answer.truncated,
      ...(asText ? jsonOfBody(body, answer.truncated) : {}),
      duration_ms: Math.round(answer.durationMs),
    }
  },
})

// With `stream`, a character cut in two by the limit is not an error.
function isUtf8({ body, truncated }: OutboundAnswer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: truncated })
    return true
  } catch {
    return false
  }
}
