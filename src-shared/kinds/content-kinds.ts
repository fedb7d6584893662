/** Every kind of content that a tool can take or give, with its name for people. A closed list. */
export const KIND_NAMES = {
  json: 'JSON',
  jsonl: 'JSON Lines',
  'broken-json': 'Broken JSON',
  'json-schema': 'JSON Schema',
  openapi: 'OpenAPI document',
  csv: 'Table',
  yaml: 'YAML',
  toml: 'TOML',
  env: 'Environment file',
  xml: 'XML',
  html: 'HTML',
  svg: 'SVG',
  markdown: 'Markdown',
  sql: 'SQL',
  css: 'CSS',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  dockerfile: 'Dockerfile',
  code: 'Code',
  diff: 'Patch',
  template: 'Template',
  curl: 'Curl command',
  url: 'Web address',
  urls: 'Web addresses',
  domain: 'Domain',
  email: 'E-mail address',
  emails: 'E-mail addresses',
  phone: 'Phone number',
  ip: 'IP address',
  cidr: 'IP range',
  jwt: 'JSON web token',
  pem: 'Certificate or key',
  hash: 'Hash',
  base64: 'Base64',
  hex: 'Hexadecimal',
  uuid: 'UUID',
  ulid: 'ULID',
  colour: 'Colour',
  cron: 'Cron expression',
  rrule: 'Recurrence rule',
  timestamp: 'Unix time',
  date: 'Date',
  'written-date': 'Date in words',
  duration: 'Duration',
  timezone: 'Time zone',
  regex: 'Regular expression',
  semver: 'Version',
  'semver-range': 'Version range',
  iban: 'IBAN',
  card: 'Card number',
  vcard: 'vCard',
  ical: 'Calendar',
  'user-agent': 'User agent',
  'http-status': 'HTTP status',
  country: 'Country',
  expression: 'Arithmetic',
  number: 'Number',
  numbers: 'Numbers',
  image: 'Picture',
  pdf: 'PDF',
  docx: 'Word document',
  xlsx: 'Spreadsheet',
  file: 'File',
  text: 'Text',
} as const

/** A kind of content. */
export type ContentKind = keyof typeof KIND_NAMES

/** All kinds, for schemas. */
export const CONTENT_KINDS = Object.keys(KIND_NAMES) as [ContentKind, ...ContentKind[]] // The keys of the list above.

/** The wider kinds that a content also is, the nearest first. All but the bytes of files are also text. */
export const WIDER_KINDS: Readonly<Partial<Record<ContentKind, readonly ContentKind[]>>> = {
  'json-schema': ['json'],
  svg: ['xml'],
  javascript: ['code'],
  typescript: ['code'],
  sql: ['code'],
  css: ['code'],
  dockerfile: ['code'],
  image: ['file'],
  pdf: ['file'],
  docx: ['file'],
  xlsx: ['file'],
  base64: ['file'],
}

/** Whether a kind is the bytes of a file, which no tool for texts should get. */
export function isBinary(kind: ContentKind): boolean {
  return kind === 'file' || (kind !== 'base64' && (WIDER_KINDS[kind]?.includes('file') ?? false))
}
