import type { State } from 'hast-util-to-mdast'

type Content = ReturnType<State['all']>[number]
type Marked = Extract<Content, { type: 'strong' | 'emphasis' | 'delete' }>

const MARKED: ReadonlySet<string> = new Set(['strong', 'emphasis', 'delete'])

/**
 * Joins what is marked alike: `<b>a</b><b>b</b>` and `<s>a<s>b</s></s>` are one text to a reader, and their marks, one
 * behind the other, would be none in Markdown. Code that is all space becomes a space.
 * @param open what the nodes around these are marked as
 */
export function joinedMarks(nodes: readonly Content[], open: ReadonlySet<string> = new Set()): Content[] {
  const joined: Content[] = []
  for (const node of nodes.flatMap((each) => asSeen(each, open))) {
    const last = joined.at(-1)
    if (last && isMarked(last) && last.type === node.type) last.children.push(...node.children)
    else if (last?.type === 'inlineCode' && node.type === 'inlineCode') last.value += node.value
    else joined.push(node)
  }
  for (const node of joined) {
    if (!('children' in node)) continue
    const inside = isMarked(node) ? new Set([...open, node.type]) : open
    // Joining makes no other kinds of nodes than those that were there.
    node.children = joinedMarks(node.children, inside) as typeof node.children
  }
  noteInWord(joined)
  return joined
}

const inWords = new WeakSet<object>()

/** Whether emphasis begins or ends within a word. Known of what `joinedMarks` has seen. */
export function isInWord(node: object): boolean {
  return inWords.has(node)
}

function noteInWord(nodes: readonly Content[]): void {
  for (const [at, node] of nodes.entries()) {
    if (node.type !== 'emphasis') continue
    const [first, last] = [node.children[0], node.children.at(-1)]
    const begins = endsInLetter(nodes[at - 1]) && beginsWithLetter(first)
    const ends = beginsWithLetter(nodes[at + 1]) && endsInLetter(last)
    if (begins || ends) inWords.add(node)
  }
}

function beginsWithLetter(node: Content | undefined): boolean {
  return node?.type === 'text' && /^[\p{L}\p{N}]/u.test(node.value)
}

function endsInLetter(node: Content | undefined): boolean {
  return node?.type === 'text' && /[\p{L}\p{N}]$/u.test(node.value)
}

function asSeen(node: Content, open: ReadonlySet<string>): Content | Content[] {
  if (node.type === 'inlineCode' && node.value.trim() === '') return { type: 'text', value: ' ' }
  return isMarked(node) && open.has(node.type) ? node.children : node
}

function isMarked(node: Content): node is Marked {
  return MARKED.has(node.type)
}
