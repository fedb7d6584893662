const DELIMITERS = [',', '\t', ';', '|']
/** Rows by which a delimiter is judged. */
const GUESSED_ROWS = 10

/** Cells of a text, and where its quotes are wrong. */
export interface ReadCsv {
  readonly delimiter: string
  /** Without rows whose cells are all blank. */
  readonly rows: readonly string[][]
  readonly faults: readonly CsvFault[]
}

/** `unclosed`: a quote that never ends. `stray`: a quote inside quotes that is not doubled. Rows count from 0. */
export interface CsvFault {
  readonly kind: 'unclosed' | 'stray'
  readonly row: number
}

/**
 * Reads cells as RFC 4180 has them, separated by a comma, tab, semicolon or bar, whichever gives the most columns of
 * the same number. Lines end with LF or CRLF, or with CR where the text has no LF. Stray quotes are kept as they are.
 */
export function readCsv(text: string): ReadCsv {
  const delimiter = delimiterOf(text)
  const { rows, faults } = cellsOf(text, delimiter, Infinity)
  return { delimiter, rows: rows.filter(isWritten), faults }
}

function delimiterOf(text: string): string {
  let best = { delimiter: ',', uneven: Infinity, width: 0 }
  for (const delimiter of DELIMITERS) {
    const rows = cellsOf(text, delimiter, GUESSED_ROWS).rows.filter(isWritten)
    const width = rows.reduce((sum, { length }) => sum + length, 0) / rows.length
    const uneven = rows.reduce(
      (sum, { length }, at) => sum + Math.abs(length - (rows[at - 1]?.length ?? length)),
      0,
    )
    if (width >= 2 && uneven <= best.uneven && width > best.width) best = { delimiter, uneven, width }
  }
  return best.delimiter
}

function isWritten(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== '')
}

function cellsOf(text: string, delimiter: string, most: number): Omit<ReadCsv, 'delimiter'> {
  const lineEnd = text.includes('\n') ? '\n' : '\r'
  const rows: string[][] = []
  const faults: CsvFault[] = []
  let row: string[] = []
  let at = 0
  let nextDelimiter = -1
  let nextLine = -1
  while (at <= text.length && rows.length < most) {
    let cell = ''
    if (text[at] === '"') {
      const quoted = quotedCell(text, at, delimiter)
      if (quoted.fault) faults.push({ kind: quoted.fault, row: rows.length })
      ;({ cell, end: at } = quoted)
    }
    // Each is looked for once: a text without any more of them is not searched again for every cell.
    if (nextDelimiter < at) nextDelimiter = indexOrEnd(text, delimiter, at)
    if (nextLine < at) nextLine = indexOrEnd(text, lineEnd, at)
    const end = Math.min(nextDelimiter, nextLine)
    cell += text.slice(at, end)
    if (end === nextLine && cell.endsWith('\r')) cell = cell.slice(0, -1)
    row.push(cell)
    at = end + 1
    if (nextDelimiter < nextLine) continue
    rows.push(row)
    row = []
  }
  return { rows, faults }
}

/** A cell in quotes; `end` is where its closing quote and the spaces behind it end. */
function quotedCell(
  text: string,
  start: number,
  delimiter: string,
): { readonly cell: string; readonly end: number; readonly fault: CsvFault['kind'] | null } {
  let cell = ''
  let fault: CsvFault['kind'] | null = null
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { cell: cell + text.slice(from), end: text.length, fault: 'unclosed' }
    cell += text.slice(from, quote)
    if (text[quote + 1] === '"') {
      cell += '"'
      from = quote + 2
      continue
    }
    let end = quote + 1
    while (text[end] === ' ') end++
    const next = text[end]
    if (next === undefined || next === delimiter || next === '\n' || next === '\r')
      return { cell, end, fault }
    fault = 'stray'
    cell += '"'
    from = quote + 1
  }
}

function indexOrEnd(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from)
  return found < 0 ? text.length : found
}
