import type { Handle, State } from 'hast-util-to-mdast'

type Element = Parameters<Handle>[1]
type Content = ReturnType<State['all']>[number]
export type MarkdownTable = Extract<Content, { type: 'table' }>
type Row = MarkdownTable['children'][number]
type Cell = Row['children'][number]
type Phrase = Cell['children'][number]

/** Cells that spans may add to a table; beyond them, a span counts as one cell. */
const MAX_SPANNED = 100_000

/**
 * Turns a table into one of GitHub-flavoured Markdown. A table without a heading gets an empty one,
 * because Markdown requires one; a caption becomes a paragraph before it; a table inside a cell becomes
 * its text. The library's own handler makes all rows as long as the longest, which lets a short text
 * fill the memory.
 */
export const tableOf: Handle = (state, node) => {
  if (state.inTable) return state.all(node)
  state.inTable = true
  const captions = elementsIn(node, ['caption']).flatMap((one) => state.toFlow(state.all(one)))
  const rows = elementsIn(node, ['thead', 'tbody', 'tfoot', 'tr']).flatMap((part) =>
    part.tagName === 'tr' ? part : elementsIn(part, ['tr']),
  )
  const lines = cellsOf(state, rows)
  state.inTable = false
  if (lines.length === 0) return captions
  const width = lines.reduce((most, { children }) => Math.max(most, children.length), 1)
  const first = rows[0]!
  const inHead = elementsIn(node, ['thead']).some((head) => head.children.includes(first))
  const isHeading = inHead || elementsIn(first, ['td']).length === 0
  const heading = isHeading ? lines.shift()! : emptyRow()
  while (heading.children.length < width) heading.children.push(emptyCell())
  const align = heading.children.map((_, column) => alignmentOf(elementsIn(first, ['td', 'th'])[column]))
  const table: MarkdownTable = { type: 'table', align, children: [heading, ...lines] }
  return [...captions, table]
}

/** Cells and rows outside a table of their own: the text of a table inside a cell. */
export const CELL_HANDLERS: Readonly<Record<string, Handle>> = {
  td: (state, node) => [...state.all(node), { type: 'text', value: ' ' }],
  th: (state, node) => [...state.all(node), { type: 'text', value: ' ' }],
  tr: (state, node) => [...state.all(node), { type: 'break' }],
  caption: (state, node) => [...state.all(node), { type: 'break' }],
}

function cellsOf(state: State, rows: readonly Element[]): Row[] {
  let spanned = 0
  // How many more rows each column is covered by a cell from above.
  let covered: number[] = []
  return rows.map((row) => {
    const cells: Cell[] = []
    const below: number[] = []
    const skip = () => {
      while ((covered[cells.length] ?? 0) > 0 && spanned < MAX_SPANNED) {
        below[cells.length] = covered[cells.length]! - 1
        cells.push(emptyCell())
        spanned += 1
      }
    }
    for (const cell of elementsIn(row, ['td', 'th'])) {
      skip()
      const [across, down] = [spanOf(cell, 'colSpan'), spanOf(cell, 'rowSpan')]
      const children = trimmed(flat(state.all(cell)))
      for (let column = 0; column < across && (column === 0 || spanned < MAX_SPANNED); column++) {
        if (down > 1) below[cells.length] = down - 1
        cells.push(column === 0 ? { type: 'tableCell', children } : emptyCell())
        if (column > 0) spanned += 1
      }
    }
    skip()
    covered = below
    return { type: 'tableRow', children: cells }
  })
}

// A cell holds a line of text: blocks are joined by line breaks, and keep the marks of their lists.
function flat(nodes: readonly Content[]): Phrase[] {
  const line: Phrase[] = []
  const addBlock = (block: readonly Phrase[]) => {
    if (line.length > 0 && line.at(-1)!.type !== 'break') line.push({ type: 'break' })
    line.push(...block, { type: 'break' })
  }
  for (const node of nodes) {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'blockquote')
      addBlock(flat(node.children))
    else if (node.type === 'list')
      for (const [index, item] of node.children.entries()) {
        const mark = node.ordered ? `${(node.start ?? 1) + index}. ` : '- '
        addBlock([{ type: 'text', value: mark }, ...trimmed(flat(item.children))])
      }
    else if (node.type === 'code')
      for (const value of node.value.split('\n')) addBlock([{ type: 'inlineCode', value }])
    else if (node.type !== 'thematicBreak')
      // All other nodes are phrases.
      line.push(
        'children' in node ? ({ ...node, children: flat(node.children) } as Phrase) : (node as Phrase),
      )
  }
  return line
}

function trimmed(line: readonly Phrase[]): Phrase[] {
  const isBlank = (node: Phrase) =>
    node.type === 'break' || (node.type === 'text' && node.value.trim() === '')
  const from = line.findIndex((node) => !isBlank(node))
  return from === -1 ? [] : line.slice(from, line.findLastIndex((node) => !isBlank(node)) + 1)
}

function elementsIn(node: Element, names: readonly string[]): Element[] {
  return node.children.filter(
    (child): child is Element => child.type === 'element' && names.includes(child.tagName),
  )
}

function spanOf({ properties }: Element, name: 'colSpan' | 'rowSpan'): number {
  const span = Number(properties[name] ?? 1)
  return Number.isInteger(span) && span > 1 ? Math.min(span, 1_000) : 1
}

function alignmentOf(cell: Element | undefined): 'left' | 'center' | 'right' | null {
  const align = cell?.properties.align
  return align === 'left' || align === 'center' || align === 'right' ? align : null
}

const emptyCell = (): Cell => ({ type: 'tableCell', children: [] })
const emptyRow = (): Row => ({ type: 'tableRow', children: [] })
