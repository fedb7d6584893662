import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'validate-email',
  title: 'Check an e-mail address',
  summary:
    'Checks the syntax of an e-mail address and splits it; does not ask any server whether ' + 'it exists.',
  searchWords: [
    'email syntax',
    'spelled correctly',
    'well-formed',
    'correct format',
    'email checker',
    'sign-up form',
    'typo in an address',
    'is the email address right',
    'email typo',
    'email format',
    'looks like an email',
    'validate signup',
    'mistyped address',
    'wrong address',
  ],
  category: 'Validation',
  tier: 'compute',
  credits: 1,
  version: 2,
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
      .describe('Whether to accept the form Ann <ann@example.com>'),
    allow_ip_domain: z.boolean().default(false).describe('Whether to accept the form ann@[192.0.2.1]'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether the syntax is valid'),
    local: z.string().nullable().describe('The part before the @; null if not valid'),
    domain: z.string().nullable().describe('The part after the @, in lower case'),
    domain_ascii: z.string().nullable().describe('The domain in ASCII, as used in DNS'),
    tag: z.string().nullable().describe('The part after a + in the local part'),
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
  if (!address.includes('@')) return 'The address needs an @'
  if (Buffer.byteLength(local) > 64) return 'The part before the @ is longer than 64 bytes'
  if (domain.length > 253) return 'The domain is longer than 253 characters'
  if (local === '') return 'The part before the @ is empty'
  if (domain === '') return 'The part after the @ is empty'
  if (/^\.|\.$|\.\./.test(local) && !local.startsWith('"'))
    return 'The part before the @ must not begin or end with a dot, or have two in a row'
  if (/\s/.test(address)) return 'The address must not contain white space'
  if (!domain.includes('.')) return 'The domain needs a dot, such as example.com'
  return 'The syntax is not that of RFC 5321'
}
