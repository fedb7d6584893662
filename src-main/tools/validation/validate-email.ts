import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'validate-email',
  title: 'Check an e-mail address',
  summary: 'Checks how an e-mail address is written and takes it apart; asks no server whether it exists.',
  category: 'Validation',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  aliases: ['validate-email-syntax'],
  accepts: ['text'],
  mainField: 'email',
  related: ['net-email-validate'],

  input: z.strictObject({
    email: wellFormedText(1_000).describe('The address, such as ann@example.com'),
    allow_display_name: z
      .boolean()
      .default(false)
      .describe('Whether Ann <ann@example.com> counts as an address'),
    allow_ip_domain: z.boolean().default(false).describe('Whether ann@[192.0.2.1] counts as an address'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether it is written as an address is'),
    local: z.string().nullable().describe('What stands before the @; null when not valid'),
    domain: z.string().nullable().describe('What stands behind the @, in lower case'),
    domain_ascii: z.string().nullable().describe('The domain as DNS knows it, in ASCII'),
    tag: z.string().nullable().describe('What stands behind a + in the local part'),
    normalized: z.string().nullable().describe('The address with its domain in lower case'),
    reason: z.string().nullable().describe('Why it is not valid'),
  }),

  // RFC 5321, 4.1.2 and 4.5.3.1; RFC 6531 for letters beyond ASCII.
  examples: [
    {
      title: 'With a tag',
      input: { email: 'Ann.Lee+news@Example.COM' },
      output: {
        valid: true,
        local: 'Ann.Lee+news',
        domain: 'example.com',
        domain_ascii: 'example.com',
        tag: 'news',
        normalized: 'Ann.Lee+news@example.com',
        reason: null,
      },
    },
    {
      title: 'A domain with umlauts',
      input: { email: 'ann@bücher.example' },
      output: {
        valid: true,
        local: 'ann',
        domain: 'bücher.example',
        domain_ascii: 'xn--bcher-kva.example',
        tag: null,
        normalized: 'ann@bücher.example',
        reason: null,
      },
    },
    {
      title: 'Two dots in a row',
      input: { email: 'ann..lee@example.com' },
      output: {
        valid: false,
        local: null,
        domain: null,
        domain_ascii: null,
        tag: null,
        normalized: null,
        reason: 'The part before the @ must not begin or end with a dot, or have two in a row',
      },
    },
  ],

  handler: async ({ email, allow_display_name, allow_ip_domain }) => {
    const { default: validator } = await import('validator')
    const isEmail = validator.isEmail(email, {
      allow_display_name,
      allow_ip_domain,
      allow_utf8_local_part: true,
      require_tld: true,
    })
    const address = allow_display_name ? (/<([^<>]*)>\s*$/.exec(email)?.[1] ?? email) : email
    const at = address.lastIndexOf('@')
    const local = address.slice(0, at)
    const domain = address.slice(at + 1).toLowerCase()
    const reason = isEmail ? null : reasonOf(address, local, domain)
    if (reason !== null) return { ...NOTHING, reason }
    return {
      valid: true,
      local,
      domain,
      domain_ascii: domain.startsWith('[') ? domain : domainToASCII(domain),
      tag: /^[^"+]+\+(.+)$/.exec(local)?.[1] ?? null,
      normalized: `${local}@${domain}`,
      reason: null,
    }
  },
})

const NOTHING = { valid: false, local: null, domain: null, domain_ascii: null, tag: null, normalized: null }

function reasonOf(address: string, local: string, domain: string): string {
  if (!address.includes('@')) return 'There is no @ in it'
  if (Buffer.byteLength(local) > 64) return 'The part before the @ is longer than 64 bytes'
  if (domain.length > 253) return 'The domain is longer than 253 characters'
  if (local === '') return 'There is nothing before the @'
  if (domain === '') return 'There is nothing behind the @'
  if (/^\.|\.$|\.\./.test(local) && !local.startsWith('"'))
    return 'The part before the @ must not begin or end with a dot, or have two in a row'
  if (/\s/.test(address)) return 'There is white space in it'
  if (!domain.includes('.')) return 'The domain has no dot, so it is no domain of the internet'
  return 'It is not written as RFC 5321 says'
}
