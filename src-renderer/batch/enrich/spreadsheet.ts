import type { GatewayClient } from '../../gateway/gateway-client.ts'
import { looksLikeHeader, type Table, UnreadableTable } from '../import/table.ts'

/** The tool that reads a spreadsheet for the page, which has no reader of its own. */
export const SPREADSHEET_TOOL = 'doc-xlsx-to-json'
/** What the tool takes. */
const MAX_BYTES = 3_000_000

/** Whether a file is an Excel workbook. */
export function isSpreadsheet({ name, type }: File): boolean {
  return /\.xlsx$/i.test(name) || type.endsWith('spreadsheetml.sheet')
}

interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly unknown[])[]
}

/**
 * Reads the first sheet with rows, for the price of the tool.
 * @throws UnreadableTable
 * @throws CallError
 */
export async function readSpreadsheet({ call }: GatewayClient, file: File): Promise<Table> {
  if (file.size > MAX_BYTES)
    throw new UnreadableTable('The workbook is larger than 3 MB. Save the sheet as CSV.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += 30_000)
    parts.push(String.fromCharCode(...bytes.subarray(from, from + 30_000)))
  const { data } = await call(SPREADSHEET_TOOL, { xlsx: btoa(parts.join('')), header: false })
  // The tool's own output.
  const sheets = (data['sheets'] as readonly Sheet[]).filter(({ rows }) => rows.length > 0)
  const [first] = sheets
  if (!first) throw new UnreadableTable('There are no rows in the workbook.')
  const others =
    sheets.length > 1 ? [`Only the sheet “${first.name}” was read; the workbook has others.`] : []
  const header = looksLikeHeader(first.rows)
  return { format: 'csv', delimiter: ',', names: null, cells: first.rows, header, warnings: others }
}
