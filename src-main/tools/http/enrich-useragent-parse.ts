import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const named = (what: string) =>
  z.strictObject({
    name: z.string().nullable().describe(`Name of the ${what}`),
    version: z.string().nullable().describe('Its version'),
  })

export default defineTool({
  slug: 'enrich-useragent-parse',
  title: 'Parse a user agent',
  summary: 'Tells the browser, engine, operating system and kind of device from a User-Agent header.',
  searchWords: [
    'browser',
    'which browser',
    'device',
    'operating system',
    'ua string',
    'mobile or desktop',
    'client string',
    'visitor',
    'phone model',
    'bot detection',
    'what os',
    'safari',
    'chrome',
    'what phone',
    'what device',
    'which system',
    'browser version',
    'visitor device',
    'is it a bot',
  ],
  category: 'HTTP & API',
  tier: 'compute',
  credits: 1,
  version: 8,
  cacheable: true,
  mainField: 'user_agent',
  takes: { user_agent: ['user-agent'] },
  firstFor: ['user-agent'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    user_agent: wellFormedText(2_000).min(1).describe('The value of the header'),
  }),
  output: z.strictObject({
    browser: named('browser or program').describe('The browser, or the program that sent the request'),
    engine: named('engine').describe('Its engine'),
    os: named('operating system').describe('The operating system; browsers no longer update its version'),
    device: z
      .strictObject({
        type: z.enum(['desktop', 'mobile', 'tablet', 'tv', 'bot', 'other']).describe('Kind of device'),
        vendor: z.string().nullable().describe('Maker'),
        model: z.string().nullable().describe('Model'),
      })
      .describe('The device'),
    is_bot: z.boolean().describe('Whether it is a crawler or another program rather than a person'),
  }),

  // The headers are examples from the browsers' own documentation, which names the parts.
  examples: [
    {
      title: 'Firefox on Windows',
      input: {
        user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
      },
      output: {
        browser: { name: 'Firefox', version: '128.0' },
        engine: { name: 'Gecko', version: '20100101' },
        os: { name: 'Windows', version: '10' },
        device: { type: 'desktop', vendor: null, model: null },
        is_bot: false,
      },
    },
    {
      title: 'A crawler',
      input: { user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      output: {
        browser: { name: 'Googlebot', version: '2.1' },
        engine: { name: null, version: null },
        os: { name: null, version: null },
        device: { type: 'bot', vendor: 'Google', model: null },
        is_bot: true,
      },
    },
    {
      title: 'A program',
      input: { user_agent: 'curl/8.5.0' },
      output: {
        browser: { name: 'curl', version: '8.5.0' },
        engine: { name: null, version: null },
        os: { name: null, version: null },
        device: { type: 'other', vendor: null, model: null },
        is_bot: true,
      },
    },
  ],

  prepare: () => import('./lib/user-agent.ts'),
  handler: async ({ user_agent }) => {
    const { readUserAgent } = await import('./lib/user-agent.ts')
    return readUserAgent(user_agent)
  },
})
