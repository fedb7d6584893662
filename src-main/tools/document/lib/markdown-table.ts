import type TurndownService from 'turndown'

/** Markers below the heading of a column, by its alignment. */
const RULES: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' }

/**
 * Writes tables as GitHub-flavoured Markdown, one row at a time: the usual plugin searches the
 * whole table for every cell. A table without a heading gets an empty one, because Markdown
 * requires one.
 */
export function markdownTables(writer: TurndownService): void {
  writer.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      ` ${content
        .trim()
        .replace(/\s*\n\s*/g, '<br>')
        .replace(/\|/g, '\\|')} |`,
  })
  writer.addRule('row', { filter: 'tr', replacement: (content, node) => toRow(content, node) })
  writer.addRule('section', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })
  writer.addRule('table', {
    filter: 'table',
    replacement: (content) => `\n\n${content.trim()}\n\n`,
  })
}

function toRow(content: string, row: HTMLElement): string {
  const line = `|${content}\n`
  if (!isFirstRow(row)) return line
  const cells = Array.from(row.children)
  const rule = `|${cells.map((cell) => ` ${RULES[cell.getAttribute('align') ?? ''] ?? '---'} |`).join('')}\n`
  const isHeading = row.parentElement?.tagName === 'THEAD' || cells.every(({ tagName }) => tagName === 'TH')
  return isHeading ? line + rule : `|${'  |'.repeat(cells.length)}\n${rule}${line}`
}

function isFirstRow(row: HTMLElement): boolean {
  if (row.previousElementSibling) return false
  const section = row.parentElement
  if (!section || section.tagName === 'TABLE') return true
  const before = section.previousElementSibling
  return !before || before.tagName === 'CAPTION'
}
