import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const nothing = z.string().nullable()

export default defineTool({
  slug: 'net-url-parse',
  title: 'Split a URL',
  summary: 'The parts of a URL: host, path, query, and its registrable domain by the public suffix list.',
  searchWords: [
    'query string',
    'hostname',
    'domain of a link',
    'path',
    'parameters',
    'break up an address',
    'protocol',
    'port',
    'subdomain',
    'get the domain',
    'link parts',
    'utm parameters',
    'querystring',
    'dissect a url',
    'host and path',
    'get parameters',
    'url splitter',
    'domain from a url',
  ],
  category: 'Network & DNS',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  mainField: 'url',
  related: ['validate-url', 'net-http-get'],
  takes: { url: ['url', 'query'] },
  firstFor: ['url', 'query'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    url: wellFormedText(8_192).describe('The URL; empty for the base itself'),
    base: wellFormedText(8_192).optional().describe('The base of a relative URL'),
  }),
  output: z.strictObject({
    href: z.string().describe('The URL as browsers write it'),
    origin: nothing.describe('Scheme, host and port; null if the scheme has none'),
    protocol: z.string().describe('Scheme without a colon'),
    username: nothing.describe('User name'),
    has_password: z.boolean().describe('Whether it contains a password, which is not returned'),
    host: nothing.describe('Host name or address, in ASCII'),
    port: z.int().nullable().describe("Port; the scheme's default if not given"),
    path: z.string().describe('Path'),
    segments: z.array(z.string().describe('A segment')).describe('Parts of the path, percent-decoded'),
    query: z
      .array(
        z
          .strictObject({ name: z.string().describe('Name'), value: z.string().describe('Value') })
          .describe('A parameter'),
      )
      .describe('Parameters of the query in order, decoded'),
    fragment: nothing.describe('The part after the #, percent-decoded'),
    is_ip: z.boolean().describe('Whether the host is an IP address'),
    public_suffix: nothing.describe('Public suffix of the host, such as co.uk'),
    domain: nothing.describe('Registrable domain, such as example.co.uk'),
    subdomain: nothing.describe('The part before the domain'),
  }),

  // WHATWG URL Standard; publicsuffix.org: co.uk is on the list.
  examples: [
    {
      title: 'All parts',
      input: { url: 'https://ann:pw@shop.example.co.uk:8443/a%20b/c?q=1&q=%C3%A4+b#top' },
      output: {
        href: 'https://ann:pw@shop.example.co.uk:8443/a%20b/c?q=1&q=%C3%A4+b#top',
        origin: 'https://shop.example.co.uk:8443',
        protocol: 'https',
        username: 'ann',
        has_password: true,
        host: 'shop.example.co.uk',
        port: 8_443,
        path: '/a%20b/c',
        segments: ['a b', 'c'],
        query: [
          { name: 'q', value: '1' },
          { name: 'q', value: 'ä b' },
        ],
        fragment: 'top',
        is_ip: false,
        public_suffix: 'co.uk',
        domain: 'example.co.uk',
        subdomain: 'shop',
      },
    },
    {
      title: 'A relative URL',
      input: { url: '../x', base: 'http://192.0.2.1/a/b/' },
      output: {
        href: 'http://192.0.2.1/a/x',
        origin: 'http://192.0.2.1',
        protocol: 'http',
        username: null,
        has_password: false,
        host: '192.0.2.1',
        port: 80,
        path: '/a/x',
        segments: ['a', 'x'],
        query: [],
        fragment: null,
        is_ip: true,
        public_suffix: null,
        domain: null,
        subdomain: null,
      },
    },
    {
      title: 'A URL that is not for the web',
      input: { url: 'mailto:ann@example.com' },
      output: {
        href: 'mailto:ann@example.com',
        origin: null,
        protocol: 'mailto',
        username: null,
        has_password: false,
        host: null,
        port: null,
        path: 'ann@example.com',
        segments: ['ann@example.com'],
        query: [],
        fragment: null,
        is_ip: false,
        public_suffix: null,
        domain: null,
        subdomain: null,
      },
    },
  ],

  handler: async ({ url, base }) => {
    const { urlParts } = await import('./lib/url-parts.ts')
    return urlParts(url, base)
  },
})
