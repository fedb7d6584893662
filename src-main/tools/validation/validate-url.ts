import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { falseLabelOf } from '../lib/encoded-labels.ts'
import { domainOf, urlFaults, whyUnreadable } from './lib/url-faults.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'validate-url',
  title: 'Check a URL',
  summary:
    'Judges a URL strictly (RFC 3986, WHATWG), under rules of your choice, and gives its normal form.',
  searchWords: [
    'web address',
    'well formed',
    'address correct',
    'normalize url',
    'http link',
    'website address',
    'malformed',
    'link correct',
    'url syntax',
    'is the link well written',
    'valid website',
    'url checker',
  ],
  category: 'Validation',
  tier: 'compute',
  credits: 1,
  version: 5,
  cacheable: true,
  mainField: 'url',
  related: ['net-url-parse', 'net-http-status'],
  takes: { url: ['url'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    url: wellFormedText(8_192).describe('The URL'),
    protocols: z
      .array(
        z
          .string()
          .regex(/^[a-z][a-z0-9+.-]{0,30}$/, 'Send a scheme such as https')
          .describe('A scheme'),
      )
      .min(1)
      .max(20)
      .default(['http', 'https'])
      .describe('Schemes that are allowed'),
    require_tld: z
      .boolean()
      .default(true)
      .describe('Whether the host must have a dot and a top-level domain (an IP address is accepted too)'),
    allow_credentials: z.boolean().default(false).describe('Whether user:password@ is allowed'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether it is a URL under these rules'),
    normalized: z.string().nullable().describe('The URL as browsers write it; null if it cannot be parsed'),
    protocol: z.string().nullable().describe('The scheme without a colon'),
    host: z.string().nullable().describe('The host in ASCII'),
    reasons: z.array(z.string().describe('A sentence')).describe('What is wrong with it'),
  }),

  // WHATWG URL Standard; RFC 1035, 2.3.4 for the lengths.
  examples: [
    {
      title: 'Normalised',
      input: { url: 'HTTPS://Example.com:443/a/../b?q=ä' },
      output: {
        valid: true,
        normalized: 'https://example.com/b?q=%C3%A4',
        protocol: 'https',
        host: 'example.com',
        reasons: [],
      },
    },
    {
      title: 'A scheme that is not allowed',
      input: { url: 'javascript:alert(1)' },
      output: {
        valid: false,
        normalized: 'javascript:alert(1)',
        protocol: 'javascript',
        host: null,
        reasons: ['The scheme javascript is not among the allowed ones'],
      },
    },
    {
      title: 'Not a URL at all',
      input: { url: 'example.com/path' },
      output: {
        valid: false,
        normalized: null,
        protocol: null,
        host: null,
        reasons: ['It cannot be read as a whole URL; begin with a scheme such as https://'],
      },
    },
    {
      title: 'Browsers read it, and it is not a URL',
      input: { url: 'http:\\\\example.com' },
      output: {
        valid: false,
        normalized: 'http://example.com/',
        protocol: 'http',
        host: 'example.com',
        reasons: ['It has a backslash where a slash belongs (WHATWG, invalid-reverse-solidus)'],
      },
    },
  ],

  handler: async ({ url, protocols, require_tld, allow_credentials }) => {
    const { default: validator } = await import('validator')
    if (!URL.canParse(url))
      return {
        valid: false,
        normalized: null,
        protocol: null,
        host: null,
        reasons: [whyUnreadable(url)],
      }
    const parsed = new URL(url)
    const protocol = parsed.protocol.slice(0, -1)
    const host = parsed.hostname
    const bare = domainOf(host).replace(/^\[|\]$/g, '')
    const reasons: string[] = []
    if (!protocols.includes(protocol)) reasons.push(`The scheme ${protocol} is not among the allowed ones`)
    reasons.push(...urlFaults(url))
    if (parsed.username !== '' || parsed.password !== '')
      if (!allow_credentials) reasons.push('It contains a user name or password')
    const isName = (options: { readonly require_tld: boolean }) =>
      validator.isFQDN(bare.replace(/\.$/, ''), { ...options, allow_underscores: true })
    if (host !== '' && !validator.isIP(bare) && !isName({ require_tld }))
      reasons.push(
        isName({ require_tld: false }) ? NO_TLD : 'The host is neither a domain name nor an IP address',
      )
    const falseLabel = falseLabelOf(host)
    if (falseLabel !== null)
      reasons.push(`The host has ${falseLabel}, which encodes no letters (RFC 5891, 4.4)`)
    if (host === '' && ['http', 'https', 'ftp', 'ws', 'wss'].includes(protocol))
      reasons.push('It has no host')
    return {
      valid: reasons.length === 0,
      normalized: parsed.href,
      protocol,
      host: host === '' ? null : host,
      reasons,
    }
  },
})

const NO_TLD = 'The host has no top-level domain such as .com; `require_tld: false` allows that'
