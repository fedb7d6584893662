import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { SOURCE_LIMITS } from '../source.ts'

/** The result of a call of a tool over MCP. */
export type ToolOutcome =
  | { readonly isError: false; readonly data: SourceData }
  /** The server's own words. */
  | { readonly isError: true; readonly words: string }

/** What a caller gets of a tool of a source. */
export interface SourceData {
  /** The text blocks, joined. */
  readonly text: string
  /** All blocks as the server sent them. */
  readonly content: readonly Readonly<Record<string, unknown>>[]
  readonly structured?: unknown
  readonly [name: string]: unknown
}

const WORDS = 2_000

/** Reads the result of `tools/call`; whatever a server may send, it is either data or words. */
export function toOutcome(result: unknown): ToolOutcome {
  if (!isObject(result)) return { isError: true, words: 'The answer is not a result of a tool.' }
  const content = Array.isArray(result.content) ? result.content.filter(isObject) : []
  const texts = content.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  )
  const text = texts.join('\n')
  if (result.isError === true)
    return { isError: true, words: (text || 'No reason was given.').slice(0, WORDS) }
  const large = content.find((block) => sizeOf(block) > SOURCE_LIMITS.blockChars)
  if (large)
    return {
      isError: true,
      words: 'A part of the answer is longer than 4 MiB, which is more than is passed on.',
    }
  const { structuredContent: structured } = result
  return { isError: false, data: { text, content, ...(structured === undefined ? {} : { structured }) } }
}

// What can be long of a block is a text or bytes in Base64, in it or in the resource that it holds.
function sizeOf(block: Readonly<Record<string, unknown>>): number {
  const inner = isObject(block.resource) ? block.resource : {}
  return [block.text, block.data, inner.text, inner.blob].reduce<number>(
    (sum, part) => sum + (typeof part === 'string' ? part.length : 0),
    0,
  )
}
