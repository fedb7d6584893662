import type { DomNode, FormatCallback } from 'html-to-text'
import { listNumbers } from '../../lib/html/list-numbers.ts'
import { formatterOf } from './library-formatters.ts'

/** A node of the library's parser; its types leave the attributes out. */
interface Item extends DomNode {
  readonly attribs?: Record<string, string>
}

/** Formats a list of points, with the lists in it below the items before them. */
export const bulleted: FormatCallback = (list, walk, builder, options) => {
  putListsIntoItems(list)
  if (isEmpty(list)) formatterOf(builder, 'block')(list, walk, builder, ONE_LINE)
  else formatterOf(builder, 'unorderedList')(list, walk, builder, options)
}

const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 }

// The library writes nothing for it, so that the words around it would run together.
function isEmpty({ children }: DomNode): boolean {
  return children.every(({ type, data = '' }) => type !== 'tag' && data.trim() === '')
}

// Editors put a list into a list, not into the item that it belongs to; a browser shows it below that item too.
function putListsIntoItems(list: DomNode): void {
  let item: DomNode | undefined
  list.children = list.children.filter((node) => {
    if (node.name === 'li') item = node
    if (item === undefined || (node.name !== 'ol' && node.name !== 'ul')) return true
    item.children.push(node)
    node.parent = item
    return false
  })
}

/**
 * Formats an ordered list with the numbers that a browser gives it: `reversed` and the `value` of an item count, which
 * the library's own formatter does not read.
 */
export const numbered: FormatCallback = (list, walk, builder, options) => {
  putListsIntoItems(list)
  if (isEmpty(list)) {
    formatterOf(builder, 'block')(list, walk, builder, ONE_LINE)
    return
  }
  const { attribs = {}, parent } = list as Item // See above.
  const children: readonly Item[] = list.children
  const items = children.filter(({ type, data = '' }) => type !== 'text' || data.trim() !== '')
  const values = items.filter(({ name }) => name === 'li').map((item) => item.attribs?.['value'])
  const isReversed = attribs['reversed'] !== undefined
  const numbers = listNumbers({ start: attribs['start'], isReversed, values })
  if (numbers.every((number, index) => number === numbers[0]! + index)) {
    // The attributes are the parser's own record, which nothing else reads afterwards.
    Object.assign(attribs, { start: String(numbers[0] ?? 1) })
    formatterOf(builder, 'orderedList')(list, walk, builder, options)
    return
  }
  const isNested = parent?.name === 'li'
  const labels = numbers.map((number) => `${isNested ? '' : ' '}${number}. `)
  let at = 0
  builder.openList({
    interRowLineBreaks: 1,
    leadingLineBreaks: isNested ? 1 : 2,
    maxPrefixLength: labels.reduce((longest, { length }) => Math.max(longest, length), 0),
    prefixAlign: 'left',
  })
  for (const item of items) {
    builder.openListItem({ prefix: item.name === 'li' ? labels[at++]! : '' })
    walk([item], builder)
    builder.closeListItem()
  }
  builder.closeList({ trailingLineBreaks: isNested ? 1 : 2 })
}
