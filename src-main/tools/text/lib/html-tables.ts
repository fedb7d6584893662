import type { DomNode, FormatCallback } from 'html-to-text'
import { formatterOf } from './library-formatters.ts'

/** What rows may be in; the parser leaves them in a form too, which is empty in a table of a browser. */
const ROW_GROUPS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot', 'center', 'form'])
const CELLS: ReadonlySet<string> = new Set(['td', 'th'])
/** What a table may hold besides rows, and what shows nothing. */
const NO_ROWS: ReadonlySet<string> = new Set(['caption', 'colgroup', 'col', 'script', 'style', 'template'])

/**
 * Formats a table with its caption before it, which the library's own formatter leaves out, and with what is in the
 * table but in none of its rows or cells.
 */
export const tabled: FormatCallback = (table, walk, builder, options) => {
  const outside: DomNode[] = []
  table.children = inRows(table.children ?? [], outside)
  if (outside.length > 0) {
    builder.openBlock({ leadingLineBreaks: 1 })
    walk(outside, builder)
    builder.closeBlock({ trailingLineBreaks: 1 })
  }
  for (const caption of table.children.filter(({ name }) => name === 'caption')) {
    builder.openBlock({ leadingLineBreaks: 2 })
    walk(caption.children, builder)
    builder.closeBlock({ trailingLineBreaks: 2 })
  }
  formatterOf(builder, 'dataTable')(table, walk, builder, options)
}

// HTML, 13.2.6.4.9 to 14: cells without a row get one, and anything else that is not in a cell comes before the table.
function inRows(nodes: readonly DomNode[], outside: DomNode[]): DomNode[] {
  const kept: DomNode[] = []
  let row: DomNode[] | null = null
  for (const node of nodes) {
    const name = node.name ?? ''
    if (CELLS.has(name)) {
      if (row === null) kept.push({ type: 'tag', name: 'tr', attribs: {}, children: (row = []) })
      row.push(node)
      continue
    }
    if (isBlank(node)) continue
    if (name === 'tr' || ROW_GROUPS.has(name) || NO_ROWS.has(name)) row = null
    if (name === 'tr') kept.push({ ...node, children: cellsOf(node, outside) })
    else if (ROW_GROUPS.has(name))
      kept.push({ ...node, name: 'tbody', children: inRows(node.children ?? [], outside) })
    else if (NO_ROWS.has(name)) kept.push(node)
    else outside.push(node)
  }
  return kept
}

function cellsOf(row: DomNode, outside: DomNode[]): DomNode[] {
  const cells = (row.children ?? []).filter(({ name = '' }) => CELLS.has(name))
  for (const node of row.children ?? [])
    if (!CELLS.has(node.name ?? '') && !isBlank(node)) outside.push(node)
  return cells
}

function isBlank({ type, data = '' }: DomNode): boolean {
  return type === 'text' ? data.trim() === '' : type !== 'tag'
}
