import { fromHtml } from 'hast-util-from-html'
import { defaultHandlers as readers, toMdast, type Handle as Reader } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { defaultHandlers, toMarkdown, type Handle } from 'mdast-util-to-markdown'
import { footnoteReference, footnotes, takeBackLinksOut } from './html-footnotes.ts'
import { listEntry, listItem, numberedList } from './markdown-lists.ts'
import { NOTE_ANCHOR } from './note-anchors.ts'
import { isInWord, joinedMarks } from './joined-marks.ts'
import { placeMarks } from './marks-in-blocks.ts'
import { plainAddress } from './plain-address.ts'
import { CELL_HANDLERS, tableOf, type MarkdownTable } from './markdown-table.ts'

/** The marks of headings and lists. */
export interface MarkdownMarks {
  readonly headings: 'atx' | 'setext'
  readonly bullet: '-' | '*' | '+'
}

const NO_LABELS: ReadonlySet<string> = new Set()
const MARKED = ['b', 'strong', 'i', 'em', 'del', 's', 'strike']

/**
 * Writes sanitised HTML as GitHub-flavoured Markdown that says the same when it is read again: whatever
 * would mean something else in its place in Markdown is escaped.
 */
export function writeMarkdown(html: string, style: MarkdownMarks): string {
  const page = fromHtml(html, { fragment: true })
  const labels = html.includes(NOTE_ANCHOR) ? takeBackLinksOut(page) : NO_LABELS
  placeMarks(page)
  const tree = toMdast(page, {
    handlers: {
      ...CELL_HANDLERS,
      ...Object.fromEntries(MARKED.map((name) => [name, markOf])),
      sup: (state, node, parent) => footnoteReference(node, labels) ?? tagged(state, node, parent),
      div: footnotes,
      sub: tagged,
      ol: numberedList,
      li: listEntry,
      table: tableOf,
      code: codeOf,
      a: linkOf,
      img: imageOf,
    },
  })
  // Joining makes no other kinds of nodes than those that were there.
  if ('children' in tree) tree.children = joinedMarks(tree.children) as typeof tree.children
  const text = toMarkdown(tree, {
    bullet: style.bullet,
    bulletOther: style.bullet === '-' ? '*' : '-',
    emphasis: '_',
    rule: '-',
    listItemIndent: 'one',
    setext: style.headings === 'setext',
    extensions: [
      gfmToMarkdown(),
      {
        handlers: { break: hardBreak, emphasis: emphasisOf, listItem, table: tableLines, ...WITHIN_LINES },
      },
    ],
  })
  return text.replace(/\n$/, '')
}

// Markdown has no sign for these, and HTML in it does: x² is not x2.
const tagged: Reader = (state, node) => [
  asWritten(`<${node.tagName}>`),
  ...state.all(node),
  asWritten(`</${node.tagName}>`),
]

// A formula in a line, as pages and documents mark it up: $…$ on GitHub and elsewhere.
const codeOf: Reader = (state, node) => {
  const made = readers.code(state, node)
  const { className } = node.properties
  const isFormula = Array.isArray(className) && className.includes('language-math')
  if (!isFormula || made.type !== 'inlineCode') return made
  return asWritten(`$${made.value.trim()}$`)
}

// The kind of node is one that belongs to a line, as HTML does not: between words it would end their paragraph.
function asWritten(value: string): Text {
  // The types know no other nodes of a line that have a value.
  return { type: 'inlineMath', value } as unknown as Text
}

const WITHIN_LINES: Readonly<Record<string, Handle>> = {
  inlineMath: (node, _, state) => {
    // The writer calls this for such nodes only.
    const { value } = node as Text
    return state.stack.includes('tableCell') ? value.replaceAll('|', '\\|') : value
  },
}

// The sanitizer takes an unsafe address away: what is left of a link is its text, and of a picture its description.
const linkOf: Reader = (state, node) => {
  const { href } = node.properties
  if (href === undefined) return state.all(node)
  const made = readers.a(state, {
    ...node,
    properties: { ...node.properties, href: plainAddress(String(href)) },
  })
  if (Array.isArray(made)) return made
  const breaksBefore = endBreaks(made.children, 'first')
  return [...breaksBefore, made, ...endBreaks(made.children, 'last')]
}

const imageOf: Reader = (state, node) => {
  const { src, alt } = node.properties
  if (src !== undefined)
    return readers.img(state, {
      ...node,
      properties: { ...node.properties, src: plainAddress(String(src)) },
    })
  return typeof alt === 'string' && alt !== '' ? { type: 'text', value: alt } : undefined
}

const READERS: Readonly<Record<string, Reader>> = readers

// Space at the ends of bold text goes outside: marks beside a space mark nothing, and the writer would encode it.
const markOf: Reader = (state, node, parent) => {
  const made = READERS[node.tagName]!(state, node, parent)
  if (!made || Array.isArray(made) || !('children' in made)) return made
  const breaksBefore = endBreaks(made.children, 'first')
  const breaksAfter = endBreaks(made.children, 'last')
  const first = made.children[0]
  const before = first?.type === 'text' ? /^ */.exec(first.value)![0] : ''
  if (first?.type === 'text') first.value = first.value.slice(before.length)
  const last = made.children.at(-1)
  const after = last?.type === 'text' ? / *$/.exec(last.value)![0] : ''
  if (last?.type === 'text') last.value = last.value.slice(0, last.value.length - after.length)
  const isEmpty = made.children.every((child) => child.type === 'text' && child.value === '')
  const spaceOf = (value: string) => (value === '' ? [] : [{ type: 'text' as const, value }])
  const written = [...spaceOf(before), ...(isEmpty ? [] : [made]), ...spaceOf(after)]
  return [...breaksBefore, ...written, ...breaksAfter]
}

// A break at an end of marked words would be within the marks, which then mark nothing.
function endBreaks(nodes: { type: string }[], end: 'first' | 'last'): Break[] {
  const words =
    end === 'first'
      ? nodes.findIndex(({ type }) => type !== 'break')
      : nodes.findLastIndex(({ type }) => type !== 'break')
  const count = end === 'last' ? nodes.length - 1 - words : words === -1 ? nodes.length : words
  nodes.splice(end === 'first' ? 0 : nodes.length - count, count)
  return Array.from({ length: count }, () => ({ type: 'break' }))
}

const MARKED_IN: ReadonlySet<string> = new Set([
  'strong',
  'emphasis',
  'link',
  'strikethrough',
  'headingSetext',
])

// In a cell, a line can only be broken by HTML.
const hardBreak: Handle = (node, parent, state, info) => {
  if (state.stack.includes('tableCell')) return '<br>'
  // The writer calls this for breaks only.
  const written = defaultHandlers.break(node as Break, parent, state, info)
  if (written !== '\\\n') return written
  // A line of spaces would end the paragraph, and with it what is marked.
  const isSecond = parent?.children[(state.indexStack.at(-1) ?? 0) - 1]?.type === 'break'
  return isSecond && state.stack.some((construct) => MARKED_IN.has(construct)) ? written : '  \n'
}

type Break = Parameters<typeof defaultHandlers.break>[0]
type Text = Parameters<typeof defaultHandlers.text>[0]

// Within a word an underscore marks nothing, and the writer would encode the letters beside it.
const emphasisOf = Object.assign<Handle, { attention: (node: Emphasis) => object; peek: () => string }>(
  (node, parent, state, info) => defaultHandlers.emphasis(node as Emphasis, parent, state, info), // Called for it only.
  {
    attention: (node) => ({
      construct: 'emphasis',
      markers: isInWord(node) ? ['*', '_'] : ['_', '*'],
      sizes: [1],
    }),
    peek: () => '_',
  },
)

type Emphasis = Parameters<typeof defaultHandlers.emphasis>[0]

/** Markers below the heading of a column, by its alignment. */
const RULES = { left: ':---', center: ':---:', right: '---:' }

// Columns are not padded: a wide cell would widen every row.
const tableLines: Handle = (node, _, state, info) => {
  // The writer calls this for tables only.
  const { align, children } = node as MarkdownTable
  const exit = state.enter('table')
  const rows = children.map((row) => {
    const cells = row.children.map((cell) => {
      const leaveCell = state.enter('tableCell')
      const leaveText = state.enter('phrasing')
      const text = state.containerPhrasing(cell, { ...info, before: '|', after: '|' })
      leaveText()
      leaveCell()
      return text === '' ? ' ' : ` ${text} `
    })
    return `|${cells.join('|')}|`
  })
  exit()
  const rule = (align ?? []).map((side) => ` ${side ? RULES[side] : '---'} |`).join('')
  return [rows[0], `|${rule}`, ...rows.slice(1)].join('\n')
}
