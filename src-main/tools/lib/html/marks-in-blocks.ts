import type { Element, ElementContent, Root, RootContent } from 'hast'

type Node = RootContent

/** Elements that are blocks in Markdown too, or hold some. */
export const BLOCKS = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p hr blockquote pre div ul ol li dl dt dd details summary figure figcaption table caption ' +
    'thead tbody tfoot tr th td'
  ).split(' '),
)
/** Elements that show nothing when they are empty. */
const EMPTIED = new Set(['div', 'p', 'span'])
const LISTS = new Set(['ol', 'ul'])
const HEADING = /^h[1-6]$/
/** Elements that become marks of Markdown, by what they mark; each is written once around a text. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['del', 'struck'],
  ['s', 'struck'],
  ['strike', 'struck'],
  ['a', 'link'],
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['var', 'code'],
  ['sub', 'sub'],
  ['sup', 'sup'],
])

/**
 * Puts marks that are around blocks into them, for a mark of Markdown ends with its paragraph: a `b` around two
 * paragraphs becomes one in each. Blocks in a heading become its words.
 */
export function placeMarks(page: Root): void {
  const holders = new Set<Node>()
  findHolders(page.children, holders)
  page.children = placed(page.children, [], holders)
}

function isBlock(node: Node): boolean {
  return node.type === 'element' && BLOCKS.has(node.tagName)
}

// The elements that have a block somewhere in them.
function findHolders(nodes: readonly Node[], holders: Set<Node>): boolean {
  let hasBlock = false
  for (const node of nodes) {
    const holds = node.type === 'element' && findHolders(node.children, holders)
    if (holds) holders.add(node)
    hasBlock ||= holds || isBlock(node)
  }
  return hasBlock
}

function placed(nodes: readonly Node[], marks: readonly Element[], holders: ReadonlySet<Node>): Node[] {
  const out: Node[] = []
  let line: Node[] = []
  let [isStarted, isBroken] = [false, false]
  const endLine = (): void => {
    for (const node of marked(line, marks)) out.push(node)
    line = []
    isStarted = isBroken = false
  }
  for (const node of nodes) {
    // Between words it ends their line; otherwise it says nothing.
    if (isBlock(node) && isEmptyBlock(node)) isBroken = isStarted
    else if (node.type !== 'element' || (!isBlock(node) && !holders.has(node))) {
      const isSeen = !isUnseen(node)
      if (isSeen && isBroken) line.push({ type: 'element', tagName: 'br', properties: {}, children: [] })
      if (isSeen) [isStarted, isBroken] = [true, false]
      line.push(node)
    } else {
      endLine()
      if (isBlock(node)) out.push(placedBlock(node, marks, holders))
      else for (const inner of placed(node.children, withMark(marks, node), holders)) out.push(inner)
    }
  }
  endLine()
  return out
}

function isUnseen(node: Node): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '')
}

function isEmptyBlock(node: Node): boolean {
  if (node.type !== 'element') return isUnseen(node)
  return EMPTIED.has(node.tagName) && node.children.every(isEmptyBlock)
}

function placedBlock(block: Element, marks: readonly Element[], holders: ReadonlySet<Node>): Element {
  if (block.tagName === 'pre' || block.tagName === 'hr') return block
  const words = HEADING.test(block.tagName) && holders.has(block) ? wordsOf(block.children) : block.children
  const children = LISTS.has(block.tagName) ? withListsInItems(words) : words
  // What is in an element is put into one again.
  return { ...block, children: placed(children, marks, holders) as ElementContent[] }
}

// Editors put a list into a list, not into the item that it belongs to; a browser shows it below that item too.
function withListsInItems(nodes: readonly ElementContent[]): ElementContent[] {
  const out: ElementContent[] = []
  let item: Element | null = null
  for (const node of nodes) {
    if (node.type !== 'element') {
      out.push(node)
      continue
    }
    if (item !== null && LISTS.has(node.tagName)) {
      item.children.push(node)
      continue
    }
    if (node.tagName !== 'li') out.push(node)
    else out.push((item = { ...node, children: [...node.children] }))
  }
  return out
}

// A text as it is, and what is in a block with a space around it.
function wordsOf(nodes: readonly ElementContent[]): ElementContent[] {
  const out: ElementContent[] = []
  for (const node of nodes) {
    if (node.type !== 'element') {
      out.push(node)
      continue
    }
    const inner = wordsOf(node.children)
    if (!BLOCKS.has(node.tagName)) out.push({ ...node, children: inner })
    else {
      out.push({ type: 'text', value: ' ' })
      for (const one of inner) out.push(one)
      out.push({ type: 'text', value: ' ' })
    }
  }
  return out
}

// Of two marks of a kind the outer one is enough, but of two links the inner one is where it leads.
function withMark(marks: readonly Element[], element: Element): readonly Element[] {
  const kind = MARKS.get(element.tagName)
  if (kind === undefined) return marks
  const others = marks.filter(({ tagName }) => MARKS.get(tagName) !== kind)
  return others.length < marks.length && kind !== 'link' ? marks : [...others, element]
}

function marked(line: readonly Node[], marks: readonly Element[]): readonly Node[] {
  if (line.every(isUnseen)) return line
  return marks.reduceRight<readonly Node[]>(
    // Only a document has a type, which is never in an element.
    (children, mark) => [{ ...mark, children: children as ElementContent[] }],
    line,
  )
}
