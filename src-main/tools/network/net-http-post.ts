import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { jsonOfBody, textOfAnswer } from '../lib/answer-text.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { answerHeaders, durationField, requestHeaders, urlField } from '../lib/request-fields.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'net-http-post',
  title: 'Send an HTTP request',
  summary: 'Sends an HTTP request with any method and body, and returns the status, headers and body.',
  searchWords: [
    'put',
    'delete',
    'patch',
    'hit an endpoint',
    'call an api',
    'rest',
    'curl',
    'http client',
    'api request',
    'submit a form',
    'graphql',
    'json body',
    'send data to a server',
    'call a rest endpoint',
    'post json',
    'send a form',
    'rest call with body',
    'update over an api',
  ],
  category: 'Network & DNS',
  tier: 'network',
  credits: 5,
  version: 2,
  sideEffects: true,
  related: ['net-http-get', 'webhook-send'],
  takes: { url: ['url', 'http-request'] },
  firstFor: ['http-request'],
  gives: 'text',
  mainOutput: 'body',

  input: z.strictObject({
    url: urlField,
    method: z
      .enum(['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'HEAD', 'OPTIONS'])
      .default('POST')
      .describe('The method'),
    body: wellFormedText(1024 * 1024)
      .optional()
      .describe('The body, sent as is'),
    json: z.unknown().optional().describe('Instead of `body`: any JSON value, sent as application/json'),
    form: namedValues(z.string().max(256), z.string().max(65_536))
      .refine((form) => Object.keys(form).length <= 1_000, 'At most 1,000 fields can be sent')
      .optional()
      .describe('Instead of `body`: at most 1,000 fields, sent as application/x-www-form-urlencoded'),
    headers: requestHeaders,
  }),
  output: z.strictObject({
    status: z.int().min(100).max(999).describe('HTTP status; redirects are not followed'),
    headers: answerHeaders,
    body: z.string().describe('Body of the answer as text, at most 1 MiB'),
    body_truncated: z.boolean().describe('True if the body was longer and the rest was dropped'),
    json: z.unknown().optional().describe('The body as a JSON value, if it is JSON'),
    duration_ms: durationField,
  }),

  examples: [
    { title: 'Create something', input: { url: 'https://api.example.com/items', json: { name: 'first' } } },
    { title: 'A form', input: { url: 'https://example.com/login', form: { user: 'ann' } } },
    { title: 'Delete something', input: { url: 'https://api.example.com/items/17', method: 'DELETE' } },
  ],

  handler: async ({ url, method, body, json, form, headers }, ctx) => {
    const bodies = [body, json, form].filter((one) => one !== undefined)
    if (bodies.length > 1) throw new InvalidInput('body', 'Send only one of body, json and form')
    if (bodies.length > 0 && (method === 'GET' || method === 'HEAD'))
      throw new InvalidInput('method', `A ${method} request must not have a body; choose another method`)
    const content = contentOf(body, json, form)
    const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
    const answer = await ctx.outbound.send({
      url,
      method,
      headers: content === null || isTyped ? headers : { ...headers, 'content-type': content.type },
      ...(content === null ? {} : { body: content.text }),
      signal: ctx.signal,
    })
    const text = textOfAnswer(answer)
    return {
      status: answer.status,
      headers: answer.headers,
      body: text,
      body_truncated: answer.truncated,
      ...jsonOfBody(text, answer.truncated),
      duration_ms: Math.round(answer.durationMs),
    }
  },
})

function contentOf(
  body: string | undefined,
  json: unknown,
  form: Readonly<Record<string, string>> | undefined,
): { text: string; type: string } | null {
  if (json !== undefined) return { text: JSON.stringify(json), type: 'application/json' }
  if (form !== undefined)
    return { text: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
  return body === undefined ? null : { text: body, type: 'text/plain; charset=utf-8' }
}
