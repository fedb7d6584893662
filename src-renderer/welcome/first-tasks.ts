/** A small task for a kind of user, on sample data, which ends in a verified result. */
export interface FirstTask {
  readonly id: 'developer' | 'data' | 'agents'
  /** Who it is for. */
  readonly label: string
  readonly title: string
  /** What the sample is, and what becomes of it. */
  readonly words: string
  readonly slug: string
  readonly input: Readonly<Record<string, unknown>>
}

const TABLE = `order;customer;total;paid
1042;Northwind;129.90;yes
1043;Müller & Söhne;1,250.00;no
1044;Acme;18.00;yes
`

const MESSAGE =
  'Please call Ada Byron back on +44 20 7946 0958 or write to ada@example.com. ' +
  'Her card 4111 1111 1111 1111 was refused.'

/** The tasks of the welcome. */
export const FIRST_TASKS: readonly FirstTask[] = [
  {
    id: 'developer',
    label: 'I write code',
    title: 'Types from an API answer',
    words: 'An order as JSON becomes TypeScript types.',
    slug: 'code-json-to-typescript',
    input: {
      json: { id: 1042, paid: true, items: [{ sku: 'NW-118', qty: 2, note: null }] },
      root_name: 'Order',
    },
  },
  {
    id: 'data',
    label: 'I work with data',
    title: 'Rows from an export',
    words: 'A table with semicolons becomes JSON.',
    slug: 'text-csv-to-json',
    input: { csv: TABLE, delimiter: ';' },
  },
  {
    id: 'agents',
    label: 'I run agents',
    title: 'A message without personal data',
    words: 'Address, telephone and card number are masked before a model reads it.',
    slug: 'text-redact-pii',
    input: { text: MESSAGE },
  },
]
