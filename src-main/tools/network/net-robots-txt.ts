import { z } from 'zod'
import { textOfAnswer } from '../lib/answer-text.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { sendFollowing } from '../lib/follow-redirects.ts'
import { urlField } from '../lib/request-fields.ts'
import { CallFailed, InvalidInput } from '../../tool-kit/tool-context.ts'

// RFC 9309, 2.5: at least 500 KiB must be read.
const MAX_BYTES = 512 * 1024

const verdict = z.strictObject({
  allowed: z.boolean().describe('Whether the agent may fetch the URL'),
  line: z.int().nullable().describe('Line of robots.txt that decides; null if none does'),
  crawl_delay: z.number().nullable().describe('Seconds to wait between fetches, if robots.txt says so'),
  sitemaps: z.array(z.string().describe('A URL')).describe('Sitemaps that it names, at most 100'),
})

export default defineTool({
  slug: 'net-robots-txt',
  title: 'May a robot fetch this URL?',
  summary:
    'Whether robots.txt of a site lets an agent fetch a URL (RFC 9309), with crawl delay and sitemaps.',
  searchWords: [
    'crawler',
    'scraping allowed',
    'spider',
    'bot',
    'googlebot',
    'sitemap',
    'crawl rules',
    'disallow',
    'may my crawler visit',
    'web scraping',
    'user-agent rules',
    'permission to crawl',
    'may i scrape',
    'allowed to crawl',
    'are bots allowed',
    'scraping rules',
    'can google index a page',
    'search engine',
  ],
  category: 'Network & DNS',
  tier: 'network',
  credits: 5,
  version: 3,
  mainField: 'url',
  related: ['net-http-get', 'sense-url-content'],
  takes: { url: ['url'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    url: urlField,
    agent: z
      .string()
      .regex(/^[A-Za-z0-9_./ -]{1,128}$/, 'Send the name of the robot, such as Googlebot')
      .default('Toolgate')
      .describe('Name of the robot'),
  }),
  output: z.strictObject({
    ...verdict.shape,
    robots_url: z.string().describe('URL of robots.txt'),
    status: z.int().describe('HTTP status of robots.txt'),
    reason: z.string().describe('The reason for the answer, in a sentence'),
  }),

  examples: [
    { title: 'A page', input: { url: 'https://example.com/private/page' } },
    { title: 'For one robot', input: { url: 'https://example.com/', agent: 'Googlebot' } },
    { title: 'With a query', input: { url: 'https://example.com/search?q=a', agent: 'GPTBot' } },
  ],

  prepare: () => import('./lib/robots-rules.ts'),
  handler: async ({ url, agent }, ctx) => {
    if (!URL.canParse(url))
      throw new InvalidInput('url', 'Send an absolute URL, such as https://example.com/page')
    const robots_url = new URL('/robots.txt', url).href
    const request = { url: robots_url, method: 'GET' as const, maxAnswerBytes: MAX_BYTES }
    // RFC 9309, 2.3.1.2: at least five redirects are followed.
    const { answer } = await sendFollowing(ctx, request, 5)
    const { status } = answer
    // RFC 9309, 2.2.2
    const isItself = new URL(url).pathname === '/robots.txt'
    const known = { robots_url, status, line: null, crawl_delay: null, sitemaps: [] }
    // RFC 9309, 2.3.1.3 and 2.3.1.4
    if (status >= 500)
      return {
        ...known,
        allowed: isItself,
        reason: isItself
          ? ITSELF
          : 'robots.txt failed with a server error, which forbids everything until it is back',
      }
    if (status >= 400)
      return { ...known, allowed: true, reason: 'There is no robots.txt, so everything is allowed' }
    if (status < 200 || status > 299)
      throw new CallFailed(`${new URL(url).host} answered with status ${status} instead of robots.txt.`)
    const text = textOfAnswer(answer)
    const read = verdict.parse(await ctx.compute({ text, url, agent }))
    if (isItself) return { ...known, ...read, allowed: true, line: null, reason: ITSELF }
    const reason =
      read.line === null
        ? 'No rule applies to this URL, so it is allowed'
        : `Line ${read.line} of robots.txt decides`
    return { ...known, ...read, reason }
  },

  // A long file with many wildcards takes a while.
  compute: async (input) => {
    const { judgeRobots } = await import('./lib/robots-rules.ts')
    const { text, url, agent } = computed.parse(input)
    const { allowed, line, crawlDelay, sitemaps } = judgeRobots(text, agent, new URL(url))
    return { allowed, line, crawl_delay: crawlDelay, sitemaps: sitemaps.slice(0, 100) }
  },
})

const ITSELF = 'robots.txt itself is always allowed (RFC 9309, 2.2.2)'
const computed = z.object({ text: z.string(), url: z.string(), agent: z.string() })
