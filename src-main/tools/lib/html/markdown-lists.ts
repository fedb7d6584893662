import type { Element } from 'hast'
import { defaultHandlers as readers, type Handle as Reader } from 'hast-util-to-mdast'
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown'
import { listNumbers } from './list-numbers.ts'
import { BLOCKS } from './marks-in-blocks.ts'

type ListItem = Parameters<typeof defaultHandlers.listItem>[0]

/** CommonMark, 5.2: a marker has at most nine digits and no sign. */
const MAX_NUMBER = 999_999_999
const LISTS = new Set(['ol', 'ul'])
const numberOf = new WeakMap<object, number>()

/** Reads an ordered list with the number of each item, for `listItem` to write. */
export const numberedList: Reader = (state, node) => {
  const list = readers.ol(state, node)
  const values = node.children
    .filter((child) => child.type === 'element' && child.tagName === 'li')
    .map((child) => (child.type === 'element' ? child.properties['value'] : undefined))
  // What comes between the items is an item of its own in Markdown.
  if (values.length !== list.children.length) return list
  const { start, reversed } = node.properties
  const numbers = listNumbers({ start, isReversed: reversed === true, values })
  if (numbers.some((number) => number < 0 || number > MAX_NUMBER)) return list
  list.start = numbers[0] ?? 1
  for (const [index, item] of list.children.entries()) numberOf.set(item, numbers[index]!)
  return list
}

/** Reads an item of a list: blank lines are between its parts if it has paragraphs, or several blocks besides lists. */
export const listEntry: Reader = (state, node) => {
  const item = readers.li(state, node)
  item.spread = isSpread(node)
  return item
}

// The library also takes a list in an item for several blocks, if it has two items.
function isSpread(node: Element): boolean {
  const blocks = node.children
    .filter((child) => child.type === 'element')
    .filter(({ tagName }) => BLOCKS.has(tagName) && !LISTS.has(tagName))
  return blocks.some((block, at) => block.tagName === 'p' || at > 0 || isSpread(block))
}

/** Writes an item of a list with its number; a reader of Markdown counts on from the first. */
export const listItem: Handle = (node, parent, state, info) => {
  // The writer calls this for items of lists only.
  const item = node as ListItem
  const number = numberOf.get(item)
  const alone =
    number === undefined || parent?.type !== 'list'
      ? parent
      : { ...parent, start: number, children: [item] }
  return defaultHandlers.listItem(item, alone, state, info)
}
