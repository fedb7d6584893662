import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { writeVcard } from './lib/vcard.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const line = wellFormedText(500)

export default defineTool({
  slug: 'comm-vcard-create',
  title: 'vCard',
  summary: 'Writes a contact as a vCard (version 4.0 or 3.0) that address books import.',
  searchWords: [
    'contact card',
    'address book',
    'vcf',
    'business card',
    'phone contact',
    'save contact',
    'contacts import',
    'people card',
    'outlook contact',
    'contact details',
    'vcf file',
    'share my contact',
    'export a contact',
    'visiting card',
  ],
  category: 'Generate',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  related: ['vision-qr-generate', 'gen-fake-user'],
  gives: 'vcard',
  mainOutput: 'vcard',

  input: z.strictObject({
    first_name: line.default('').describe('Given name'),
    last_name: line.default('').describe('Family name'),
    full_name: line
      .default('')
      .describe('The name to display; default: given and family name, or the company'),
    company: line.default('').describe('Organisation'),
    department: line.default('').describe('Department of the organisation'),
    title: line.default('').describe('Job title'),
    emails: z
      .array(z.email().max(254))
      .max(20)
      .default([])
      .describe('E-mail addresses, the preferred one first'),
    phones: z
      .array(
        z.strictObject({
          number: z
            .string()
            .max(50)
            .regex(/^\+?[\d ()./*#,;-]+(?: ?(?:ext\.?|extension|x) ?\d+)?$/i, 'Send a telephone number')
            .describe('The number'),
          type: z.enum(['cell', 'home', 'work', 'fax']).default('cell').describe('Type of the number'),
        }),
      )
      .max(20)
      .default([])
      .describe('Telephone numbers'),
    address: z
      .strictObject({
        street: line.default('').describe('Street and number'),
        city: line.default('').describe('City'),
        region: line.default('').describe('State or province'),
        postal_code: line.default('').describe('Postal code'),
        country: line.default('').describe('Country'),
      })
      .optional()
      .describe('A postal address'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional()
      .describe('A web page'),
    birthday: z.iso.date().optional().describe('Birthday, as 1990-05-15'),
    note: wellFormedText(5_000).default('').describe('A note; it may have several lines'),
    version: z
      .enum(['4.0', '3.0'])
      .default('4.0')
      .describe('4.0 is RFC 6350; old programs need 3.0 (RFC 2426)'),
  }),
  output: z.strictObject({
    vcard: z.string().describe('The vCard; lines end in CRLF and are folded after 75 bytes'),
    file_name: z.string().describe('A suggested file name'),
  }),

  // By RFC 6350, sections 3.2 (folding), 3.4 (escaping), 6.2 to 6.7.
  examples: [
    {
      title: 'A name and an e-mail address',
      input: { first_name: 'Simon', last_name: 'Perreault', emails: ['simon@example.com'] },
      output: {
        vcard:
          'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Simon Perreault\r\nN:Perreault;Simon;;;\r\n' +
          'EMAIL:simon@example.com\r\nEND:VCARD\r\n',
        file_name: 'simon-perreault.vcf',
      },
    },
    {
      title: 'Commas, semicolons and line breaks are escaped',
      input: { full_name: 'Smith; Jones', company: 'ABC, Inc.', note: 'one\ntwo' },
      output: {
        vcard:
          'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Smith\\; Jones\r\nN:;;;;\r\nORG:ABC\\, Inc.\r\n' +
          'NOTE:one\\ntwo\r\nEND:VCARD\r\n',
        file_name: 'smith-jones.vcf',
      },
    },
    {
      title: 'Version 3.0 with a telephone number',
      input: { first_name: 'Ada', phones: [{ number: '+44 20 7946 0000', type: 'work' }], version: '3.0' },
      output: {
        vcard:
          'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nN:;Ada;;;\r\nTEL;TYPE=work:+44 20 7946 0000\r\nEND:VCARD\r\n',
        file_name: 'ada.vcf',
      },
    },
  ],

  handler: (contact) => writeVcard(contact),
})
