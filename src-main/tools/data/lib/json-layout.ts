import { NotJson, parseJsonText } from '../../../inference/index.ts'
import { MAX_BODY_DEPTH } from '../../../../src-shared/limits.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const PUNCTUATION = new Set('[]{}:,')
const SCALAR = /"(?:[^"\\]|\\.)*"|[^\s[\]{}:,"]+/y

/** A JSON text as its tokens: numbers and strings as written, members in their order. */
export type JsonNode =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'list'; readonly items: JsonNode[] }
  | { readonly kind: 'object'; readonly members: (readonly [key: string, value: JsonNode])[] }

/**
 * Parses JSON text without turning its numbers into floats or its objects into JavaScript objects.
 * @throws NotJson with line and column, also for more levels than the gateway accepts
 */
export function readJsonNodes(text: string): JsonNode {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  parseJsonText(body)
  return new NodeReader(body).read(0)
}

/** The layout of a JSON text. */
export interface JsonLayout {
  /** The indentation of one level; empty for a single line without white space. */
  readonly indent: string
  readonly sortKeys: boolean
}

/** Writes nodes in another layout. */
export function writeJsonNodes(node: JsonNode, layout: JsonLayout): string {
  const parts: string[] = []
  write(node, layout, layout.indent ? '\n' : '', parts)
  return parts.join('')
}

// The text is known to be JSON, so every token is in a valid place.
class NodeReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(depth: number): JsonNode {
    if (depth > MAX_BODY_DEPTH)
      throw new NotJson(`more than ${MAX_BODY_DEPTH} levels`, 1, this.#at + 1, '"["')
    const token = this.#next()
    if (token === '[') return { kind: 'list', items: this.#all(']', () => this.read(depth + 1)) }
    if (token !== '{') return { kind: 'scalar', text: token }
    const member = () => {
      const key = this.#next()
      this.#next()
      return [key, this.read(depth + 1)] as const
    }
    return { kind: 'object', members: this.#all('}', member) }
  }

  #all<T>(end: string, read: () => T): T[] {
    const all: T[] = []
    if (this.#peek() === end) {
      this.#next()
      return all
    }
    do all.push(read())
    while (this.#next() === ',')
    return all
  }

  #peek(): string | undefined {
    while (isWhite(this.#text.charCodeAt(this.#at))) this.#at++
    return this.#text[this.#at]
  }

  #next(): string {
    const first = this.#peek() ?? ''
    if (PUNCTUATION.has(first)) {
      this.#at++
      return first
    }
    SCALAR.lastIndex = this.#at
    const token = SCALAR.exec(this.#text)?.[0] ?? ''
    this.#at += token.length
    return token
  }
}

// RFC 8259, section 2.
function isWhite(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function write(node: JsonNode, layout: JsonLayout, line: string, parts: string[]): void {
  if (node.kind === 'scalar') {
    parts.push(node.text)
    return
  }
  const [open, close] = node.kind === 'list' ? '[]' : '{}'
  const members =
    node.kind === 'list' ? node.items.map((item) => [null, item] as const) : membersOf(node, layout)
  parts.push(open!)
  const inner = line + layout.indent
  members.forEach(([key, value], at) => {
    parts.push(at > 0 ? ',' : '', inner)
    if (key !== null) parts.push(key, layout.indent ? ': ' : ':')
    write(value, layout, inner, parts)
  })
  parts.push(members.length > 0 ? line : '', close!)
}

// By UTF-16 code units, as RFC 8785 sorts them.
function membersOf(node: JsonNode & { kind: 'object' }, { sortKeys }: JsonLayout): typeof node.members {
  if (!sortKeys) return node.members
  const named = node.members.map((member) => ({ name: String(parseJson(member[0])), member }))
  return named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ member }) => member)
}
