import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { checkAddress } from '../lib/email-faults.ts'
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
  version: 5,
  cacheable: true,
  aliases: ['validate-email-syntax'],
  mainField: 'email',
  related: ['net-email-validate'],
  takes: { email: ['email'] },
  firstFor: ['email'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    email: wellFormedText(1_000).describe('The address, such as ann@example.com'),
    allow_display_name: z
      .boolean()
      .default(false)
      .describe('Whether to accept the form Ann <ann@example.com>'),
    allow_ip_domain: z
      .boolean()
      .default(false)
      .describe('Whether to accept the form ann@[192.0.2.1] or ann@[IPv6:2001:db8::1]'),
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

  handler: ({ email, allow_display_name, allow_ip_domain }) => {
    const checked = checkAddress(email, allow_display_name, allow_ip_domain)
    if (checked.fault !== null) return { ...NOTHING, reason: checked.fault }
    const { local, domain, ascii } = checked
    return {
      valid: true,
      local,
      domain,
      domain_ascii: ascii,
      tag: /^[^"+]+\+(.+)$/.exec(local)?.[1] ?? null,
      normalized: `${local}@${domain}`,
      reason: null,
    }
  },
})

const NOTHING = { valid: false, local: null, domain: null, domain_ascii: null, tag: null, normalized: null }
