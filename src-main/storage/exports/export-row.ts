import { parseJson } from '../../../src-shared/parse-json.ts'

const SECRETS = new Set(['hash', 'email_key'])
const JSON_COLUMNS = new Set([
  'permissions',
  'scopes',
  'rules',
  'tags',
  'value',
  'error',
  'envelope',
  'call',
  'receipt',
])

/** A row of a table as every export writes it: under the table's name as `type`, without hashes of keys. */
export function toExportRow(
  table: string,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const open = Object.entries(row)
    .filter(([column]) => table !== 'api_key' || !SECRETS.has(column))
    .map(([column, value]) => [column === 'type' ? 'kind' : column, toJson(column, value)] as const)
  return { type: table, ...Object.fromEntries(open) }
}

/** One line of NDJSON. */
export function exportLine(row: object): string {
  return `${JSON.stringify(row)}\n`
}

function toJson(column: string, value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('base64')
  return typeof value === 'string' && JSON_COLUMNS.has(column) ? parseJson(value) : value
}
