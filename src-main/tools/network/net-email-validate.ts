import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { checkAddress } from '../lib/email-faults.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'net-email-validate',
  title: 'Can an address receive mail?',
  summary:
    'Checks the syntax of an e-mail address and whether its domain accepts mail (MX); sends nothing.',
  searchWords: [
    'deliverable',
    'mailbox exists',
    'mx check',
    'bounce',
    'real address',
    'valid mail domain',
    'will it arrive',
    'fake address',
    'disposable',
    'reach',
    'verify an email exists',
    'does an email exist',
    'working mail address',
    'email reachable',
    'real mailbox',
  ],
  category: 'Network & DNS',
  tier: 'network',
  credits: 5,
  version: 2,
  mainField: 'email',
  related: ['validate-email', 'net-dns-lookup'],
  takes: { email: ['email'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({ email: wellFormedText(1_000).min(1).describe('The address') }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether the syntax is valid and the domain accepts mail'),
    syntax_valid: z.boolean().describe('Whether the syntax is valid'),
    domain: z.string().nullable().describe('The domain in ASCII; null if there is none'),
    domain_exists: z
      .boolean()
      .nullable()
      .describe('Whether the domain exists in DNS; null if DNS was not asked'),
    mx: z
      .array(
        z
          .strictObject({
            host: z.string().describe('Mail server'),
            priority: z.int().describe('Smaller ones are tried first'),
          })
          .describe('A mail server'),
      )
      .describe('Mail servers of the domain'),
    reason: z.string().nullable().describe('Why it cannot receive mail, in a sentence'),
  }),

  // RFC 5321, 4.1.2, is enough to reject this; the other examples depend on DNS.
  examples: [
    {
      title: 'Not an address',
      input: { email: 'ann@' },
      output: {
        valid: false,
        syntax_valid: false,
        domain: null,
        domain_exists: null,
        mx: [],
        reason: 'The part after the @ is empty',
      },
    },
    { title: 'A domain with mail servers', input: { email: 'ann@example.com' } },
    { title: 'Letters beyond ASCII', input: { email: 'ann@bücher.example' } },
  ],

  handler: async ({ email }, ctx) => {
    const checked = checkAddress(email, false, false)
    const syntax_valid = checked.fault === null
    const nothing = { valid: false, syntax_valid, domain: null, domain_exists: null, mx: [] }
    if (checked.fault !== null)
      return {
        ...nothing,
        reason: email.endsWith(']')
          ? 'The domain is an IP address, which has no mail servers'
          : checked.fault,
      }
    const domain = checked.ascii
    const ask = (type: 'MX' | 'A' | 'AAAA') =>
      ctx.outbound.resolveDns({ name: domain, type, signal: ctx.signal })
    const found = await ask('MX').catch((error: unknown) => {
      // A valid address may still have a domain that may not be looked up.
      if (error instanceof InvalidInput) return null
      throw error
    })
    if (found === null) return { ...nothing, domain, reason: 'The domain is not a valid public DNS name' }
    const mx = found.records.map(({ parts }) => ({
      host: String(parts.exchange),
      priority: Number(parts.priority),
    }))
    const known = { ...nothing, domain, domain_exists: found.exists, mx }
    if (!found.exists) return { ...known, reason: 'The domain does not exist' }
    // RFC 7505: one mail server with an empty name means that the domain accepts no mail.
    if (mx.length === 1 && mx[0]?.host === '')
      return { ...known, mx: [], reason: 'The domain does not accept mail' }
    if (mx.length > 0) return { ...known, valid: true, reason: null }
    // RFC 5321, 5.1: without one the domain itself is the mail server.
    const addresses = await Promise.all([ask('A'), ask('AAAA')])
    return addresses.some(({ records }) => records.length > 0)
      ? { ...known, valid: true, reason: null, mx: [{ host: domain, priority: 0 }] }
      : { ...known, reason: 'The domain has neither a mail server nor an address' }
  },
})
