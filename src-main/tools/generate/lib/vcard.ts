import { refuseControls } from '../../lib/control-characters.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_LINE_BYTES = 75

interface Contact {
  readonly first_name: string
  readonly last_name: string
  readonly full_name: string
  readonly company: string
  readonly department: string
  readonly title: string
  readonly emails: readonly string[]
  readonly phones: readonly { readonly number: string; readonly type: 'cell' | 'home' | 'work' | 'fax' }[]
  readonly address?:
    | {
        readonly street: string
        readonly city: string
        readonly region: string
        readonly postal_code: string
        readonly country: string
      }
    | undefined
  readonly url?: string | undefined
  readonly birthday?: string | undefined
  readonly note: string
  readonly version: '4.0' | '3.0'
}

/**
 * Writes a contact as a vCard (RFC 6350, or RFC 2426 for version 3.0).
 * @throws InvalidInput when it has no name, which a vCard requires, and for control characters, which it forbids
 */
export function writeVcard(contact: Contact): { vcard: string; file_name: string } {
  refuseControls(contact, '', 'a vCard cannot hold (RFC 6350, 3.3)')
  const name = contact.full_name || `${contact.first_name} ${contact.last_name}`.trim() || contact.company
  if (name.trim() === '')
    throw new InvalidInput(
      'full_name',
      'A vCard needs a name: send full_name, first_name, last_name or company',
    )
  const lines = [
    'BEGIN:VCARD',
    `VERSION:${contact.version}`,
    `FN:${escaped(name)}`,
    ...propertiesOf(contact),
    'END:VCARD',
  ]
  const file = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return {
    vcard: lines.map((line) => `${folded(line)}\r\n`).join(''),
    file_name: `${file || 'contact'}.vcf`,
  }
}

function propertiesOf(contact: Contact): string[] {
  const { address, birthday, version } = contact
  const optional = (name: string, value: string) => (value === '' ? [] : [`${name}:${escaped(value)}`])
  const parts = (values: readonly string[]) => values.map(escaped).join(';')
  const organisation = contact.department ? [contact.company, contact.department] : [contact.company]
  return [
    `N:${parts([contact.last_name, contact.first_name, '', '', ''])}`,
    ...(contact.company || contact.department ? [`ORG:${parts(organisation)}`] : []),
    ...optional('TITLE', contact.title),
    ...contact.emails.map((email, at) => `EMAIL${preference(at, contact)}:${escaped(email)}`),
    ...contact.phones.map(({ number, type }) => `TEL;TYPE=${type}:${escaped(number)}`),
    ...(address
      ? [
          `ADR:${parts(['', '', address.street, address.city, address.region, address.postal_code, address.country])}`,
        ]
      : []),
    // A URI is not text and is not escaped (section 5.1); a zod URL contains no line break.
    ...(contact.url === undefined ? [] : [`URL:${contact.url}`]),
    ...(birthday === undefined
      ? []
      : [`BDAY:${version === '4.0' ? birthday.replaceAll('-', '') : birthday}`]),
    ...optional('NOTE', contact.note),
  ]
}

// Only if there are several to choose from.
function preference(at: number, { emails, version }: Contact): string {
  if (emails.length < 2) return ''
  if (version === '4.0') return `;PREF=${at + 1}`
  return at === 0 ? ';TYPE=PREF' : ''
}

// Section 3.4.
function escaped(text: string): string {
  return text.replaceAll(/[\\,;]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n')
}

// Section 3.2: at most 75 bytes a line, never within a character.
function folded(line: string): string {
  const lines: string[] = []
  let [current, bytes] = ['', 0]
  for (const char of line) {
    const size = Buffer.byteLength(char)
    // From the second line on, the leading space counts.
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(current)
      ;[current, bytes] = [' ', 1]
    }
    current += char
    bytes += size
  }
  return [...lines, current].join('\r\n')
}
