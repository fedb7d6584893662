import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { jsonOfBody, textOfAnswer } from '../lib/answer-text.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'webhook-send',
  title: 'Send a webhook',
  summary: 'POSTs a JSON payload to a URL and returns the status, headers and body of the answer.',
  searchWords: [
    'notify',
    'call a hook',
    'post an event',
    'push a notification',
    'callback',
    'ping a service',
    'slack message',
    'trigger automation',
    'zapier',
    'discord',
    'post json to a url',
    'event to another service',
    'trigger',
    'inform',
    'alert a system',
    'signal',
    'send an event',
    'teams message',
    'tell slack',
    'notify a team',
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 5,
  version: 2,
  sideEffects: true,
  related: ['webhook-payload-verify', 'net-http-post'],
  takes: { url: ['url'] },
  gives: 'text',
  mainOutput: 'body',

  input: z.strictObject({
    url: z
      .string()
      .min(1)
      .max(8_192)
      .describe(
        'Where to POST to: http or https, at a public address or an origin that the owner has allowed',
      ),
    payload: z.unknown().default({}).describe('Any JSON value; sent as the body'),
    headers: namedValues(z.string().min(1).max(256), z.string().max(8_192))
      .refine(
        (headers) => Object.keys(headers).length <= 64,
        'At most 64 headers can be sent; leave some out',
      )
      .default({})
      .describe(
        'Headers to add, such as Authorization: at most 64 and 16 KiB. Host, Content-Length and ' +
          'other connection headers are ignored',
      ),
  }),
  output: z.strictObject({
    status: z.int().min(100).max(999).describe('HTTP status of the answer; redirects are not followed'),
    headers: namedValues(z.string(), z.string()).describe(
      'Headers of the answer, names in lower case; several values of one name are joined with a comma',
    ),
    body: z.string().describe('Body of the answer as text, at most 1 MiB'),
    body_truncated: z
      .boolean()
      .describe('True when the body was longer than 1 MiB and the rest was dropped'),
    duration_ms: z.int().min(0).describe('Milliseconds from the DNS lookup to the end of the answer'),
    json: z.unknown().optional().describe('The body as a JSON value, if it is JSON'),
  }),

  examples: [
    {
      title: 'Post an order',
      input: { url: 'https://example.com/hook', payload: { event: 'order.created', id: 17 } },
    },
    {
      title: 'With a token for the receiver',
      input: {
        url: 'https://example.com/hook',
        payload: ['first', 'second'],
        headers: { authorization: 'Bearer token-of-the-receiver' },
      },
    },
    {
      title: 'An empty object, to check that the receiver answers',
      input: { url: 'https://example.com/hook' },
    },
  ],

  handler: async ({ url, payload, headers }, ctx) => {
    const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
    const answer = await ctx.outbound.send({
      url,
      method: 'POST',
      headers: hasType ? headers : { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      signal: ctx.signal,
    })
    const body = textOfAnswer(answer)
    return {
      status: answer.status,
      headers: answer.headers,
      body,
      body_truncated: answer.truncated,
      duration_ms: Math.round(answer.durationMs),
      ...jsonOfBody(body, answer.truncated),
    }
  },
})
