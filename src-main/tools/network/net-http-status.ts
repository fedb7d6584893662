import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
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
  slug: 'net-http-status',
  title: 'HTTP status',
  summary: 'Whether a URL responds, with its status, headers, redirects and duration.',
  searchWords: [
    'is my site up',
    'uptime',
    'reachable',
    'online',
    'down',
    'response time',
    'website alive',
    'redirect chain',
    'broken link',
    'latency',
    'health check',
    'follow redirects',
    'dead link',
    'alive',
    'site working',
    'ping a site',
    'server responding',
    'website down',
    'url works',
    'slow to answer',
    'response code of a url',
    'ping a url',
  ],
  category: 'Network & DNS',
  tier: 'network',
  credits: 5,
  mainField: 'url',
  related: ['net-ssl-check', 'net-http-get', 'validate-url'],
  takes: { url: ['url'] },
  gives: 'number',
  mainOutput: 'status',

  input: z.strictObject({
    url: urlField,
    method: z
      .enum(['HEAD', 'GET'])
      .default('HEAD')
      .describe('HEAD requests no body; if a server rejects it (405, 501), GET is used instead'),
    headers: requestHeaders,
    max_redirects: redirectsField,
  }),
  output: z.strictObject({
    status: z.int().min(100).max(999).describe('HTTP status of the last answer'),
    status_text: z.string().describe('The name of the status (RFC 9110); empty if it has none'),
    ok: z.boolean().describe('True for a status from 200 to 299'),
    url: z.string().describe('The URL of the last response'),
    method: z.enum(['HEAD', 'GET']).describe('The method of the last request'),
    redirects: redirectHops,
    headers: answerHeaders,
    duration_ms: durationField,
  }),

  examples: [
    { title: 'A page', input: { url: 'https://example.com/' } },
    { title: 'The redirect itself', input: { url: 'http://example.com/', max_redirects: 0 } },
    { title: 'With GET', input: { url: 'https://example.com/health', method: 'GET' } },
  ],

  handler: async ({ url, method, headers, max_redirects }, ctx) => {
    const ask = (as: 'HEAD' | 'GET') =>
      sendFollowing(ctx, { url, method: as, headers, maxAnswerBytes: 1_024 }, max_redirects)
    const first = await ask(method)
    const isRefused = method === 'HEAD' && [405, 501].includes(first.answer.status)
    const { answer, url: from, redirects } = isRefused ? await ask('GET') : first
    return {
      status: answer.status,
      status_text: STATUS_CODES[answer.status] ?? '',
      ok: answer.status >= 200 && answer.status <= 299,
      url: from,
      method: isRefused ? 'GET' : method,
      redirects: [...redirects],
      headers: answer.headers,
      duration_ms: Math.round(answer.durationMs),
    }
  },
})
