import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { certificateSummary, hasDates, summaryOf } from '../lib/certificate-summary.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { CallFailed } from '../../tool-kit/tool-context.ts'

const DAY_MS = 86_400_000

export default defineTool({
  slug: 'net-ssl-check',
  title: 'Check a TLS certificate',
  summary:
    'The TLS certificate of a server: whether it is trusted, for which names, and how many ' +
    'days are left.',
  searchWords: [
    'https',
    'certificate expire',
    'days left',
    'expiry',
    'secure connection',
    'when does my certificate expire',
    'cert of a site',
    'trusted',
    'padlock',
    'handshake',
    'chain',
    'server certificate',
    'expiration',
    'renew',
    'tls expiry date',
    'is https ok',
    'certificate valid until',
    'ssl certificate of a site',
    'website certificate',
  ],
  category: 'Network & DNS',
  tier: 'network',
  credits: 5,
  mainField: 'host',
  related: ['crypto-cert-parse', 'net-http-status', 'net-dns-all'],
  takes: { host: ['domain'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    host: z.string().min(1).max(253).describe('Host name or public IP address'),
    port: z.int().min(1).max(65_535).default(443).describe('TCP port'),
  }),
  output: z.strictObject({
    valid: z
      .boolean()
      .describe('Whether it is trusted by this machine, valid for this host, and within its dates'),
    trusted: z.boolean().describe('Whether this machine trusts the chain'),
    host_matches: z.boolean().describe('Whether the certificate is valid for this host (RFC 6125)'),
    problems: z
      .array(z.string().describe('A problem'))
      .describe('What is wrong, in words or as reported by OpenSSL'),
    days_left: z.int().describe('Whole days until it expires; negative if it has expired'),
    expires_at: z.string().describe('When it expires, ISO 8601'),
    protocol: z.string().describe('Negotiated TLS version'),
    cipher: z.string().describe('Negotiated cipher suite'),
    chain: z
      .array(certificateSummary.describe('A certificate'))
      .describe("The server's certificate and the others it sent"),
    duration_ms: z.int().min(0).describe('Milliseconds for the handshake, including the DNS lookup'),
  }),

  examples: [
    { title: 'A web server', input: { host: 'example.com' } },
    { title: 'A mail server', input: { host: 'mail.example.com', port: 993 } },
    { title: 'An address', input: { host: '1.1.1.1' } },
  ],

  handler: async ({ host, port }, ctx) => {
    const seen = await ctx.outbound.inspectTls({ host, port, signal: ctx.signal })
    const chain = seen.chain.map((der) => new X509Certificate(der))
    const [own] = chain
    if (!own) throw new CallFailed(`${host} presented no certificate.`)
    if (!chain.every(hasDates)) throw new CallFailed(`${host} presented a certificate without dates.`)
    const now = ctx.now().getTime()
    const expires = new Date(own.validTo)
    const isEarly = new Date(own.validFrom).getTime() > now
    const isOver = expires.getTime() < now
    const matches = (isIP(host) === 0 ? own.checkHost(host) : own.checkIP(host)) !== undefined
    const problems = [
      ...(seen.distrust === null ? [] : [seen.distrust]),
      ...(matches ? [] : [`The certificate is not for ${host}`]),
      ...(isEarly ? ['The certificate is not valid yet'] : []),
      ...(isOver ? ['The certificate has expired'] : []),
    ]
    return {
      valid: problems.length === 0,
      trusted: seen.distrust === null,
      host_matches: matches,
      problems,
      days_left: Math.floor((expires.getTime() - now) / DAY_MS),
      expires_at: expires.toISOString(),
      protocol: seen.protocol,
      cipher: seen.cipher,
      chain: chain.map(summaryOf),
      duration_ms: Math.round(seen.durationMs),
    }
  },
})
