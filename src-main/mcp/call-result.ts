import type { CallToolResult } from '@modelcontextprotocol/server'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import type { Answer } from '../pipeline/call.ts'
import type { Picture } from '../tool-kit/define-tool.ts'
import { toBytesBlocks, toTextBlocks, type ResultWishes } from './text-blocks.ts'

/** The media types that the APIs of models read. */
const SHOWN_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Bytes of so many digits of Base64 stay in the text, where no model has to fetch them. */
const SHORT_BYTES = 1_000

/** What a client gets of a call, before it is written as the SDK's result or as text. */
export interface McpResult {
  readonly isError?: true
  readonly content: CallToolResult['content']
  /** The JSON of the structured content; null for none. */
  readonly structured: string | null
  /** The result's `_meta`. */
  readonly meta: Readonly<Record<string, unknown>>
}

/** The program, as results name it. */
export interface ServerInfo {
  readonly name: string
  readonly title: string
  readonly version: string
}

/**
 * What a client gets of an answer: its data as text and as structured content, with its cost. Structured content is
 * whole or left out: a model may be shown it, so it is left out where the text is only a page or the bytes of the data
 * are not in it, unless the client has asked for output schemas and so must get what they promise.
 * @param pictureIn finds the picture or other bytes in the data of an answer of this tool
 * @param isOfSource whether the data is what a source has sent
 */
export function toMcpResult(
  answer: Answer,
  pictureIn: ((data: object) => Picture | null) | undefined,
  wishes: ResultWishes,
  isOfSource = answer.engine === 'external',
): McpResult {
  const meta = {
    'toolgate/engine': answer.engine,
    'toolgate/credits_used': answer.creditsUsed,
    'toolgate/balance': answer.balance,
    'toolgate/output_hash': answer.outputHash,
    'toolgate/cache': answer.cache,
    'toolgate/latency_ms': answer.latencyMs,
    ...(answer.redacted ? { 'toolgate/redacted': answer.redacted } : {}),
    ...(answer.receipt ? { 'toolgate/receipt': answer.receipt } : {}),
  }
  // A missing provider is an error: the model should tell its user, or choose another tool.
  if (!answer.ok)
    return {
      isError: true,
      content: [{ type: 'text', text: String(answer.data().message) }],
      structured: null,
      meta,
    }
  const blocks = isOfSource ? blocksOf(answer) : null
  if (blocks) return sourceResult(blocks, answer, wishes, meta)
  const apart = pictureIn ? withBytesApart(answer, pictureIn, wishes) : null
  if (apart === null) return jsonResult(answer.dataJson, wishes, meta)
  return {
    content: [...apart.before, ...toTextBlocks(apart.rest, wishes), ...apart.after],
    structured: wishes.structured ? answer.dataJson : null,
    meta,
  }
}

// The parts of an answer of a source, unless it has none.
function blocksOf(answer: Answer): CallToolResult['content'] | null {
  const { content } = answer.data()
  // A source sends what MCP calls blocks, and what a client does not know it passes over.
  return Array.isArray(content) && content.length > 0 ? (content as CallToolResult['content']) : null
}

/** What a server sent, as it sent it: pictures stay pictures; only long texts are cut into pages. */
function sourceResult(
  blocks: CallToolResult['content'],
  answer: Answer,
  wishes: ResultWishes,
  meta: McpResult['meta'],
): McpResult {
  const { structured } = answer.data()
  const json = structured === undefined ? null : canonicalJson(structured)
  const content = blocks.flatMap((block) =>
    block.type === 'text' ? toTextBlocks(block.text, wishes) : [block],
  )
  const isShown = json !== null && (wishes.structured || json.length <= wishes.chars)
  return { content, structured: isShown ? json : null, meta }
}

/** What a client gets of an object: its JSON as text, and as structured content where the text is the whole. */
export function jsonResult(json: string, wishes: ResultWishes, meta: McpResult['meta']): McpResult {
  const isStructured = wishes.structured || json.length <= wishes.chars
  return { content: toTextBlocks(json, wishes), structured: isStructured ? json : null, meta }
}

/** A result as the SDK takes it. */
export function toCallResult({ isError, content, structured, meta }: McpResult): CallToolResult {
  return {
    ...(isError ? { isError } : {}),
    content,
    // From the text that was hashed, so that its members come in the same order as from the cache.
    ...(structured === null ? {} : { structuredContent: parseJson(structured) }),
    _meta: { ...meta },
  }
}

/** A result as the SDK would write it for the newest revision. */
export function toResultText(
  { isError, content, structured, meta }: McpResult,
  server: ServerInfo,
): string {
  const stamped = JSON.stringify({ ...meta, 'io.modelcontextprotocol/serverInfo': server })
  return (
    `{"_meta":${stamped},"content":${JSON.stringify(content)},` +
    (structured === null ? '' : `"structuredContent":${structured},`) +
    (isError ? '"isError":true,' : '') +
    '"resultType":"complete"}'
  )
}

/** An answer whose bytes are not in its text: what comes before and after the rest of its data as JSON. */
interface BytesApart {
  readonly before: CallToolResult['content']
  readonly rest: string
  readonly after: CallToolResult['content']
}

/** Null for an answer without bytes, and for bytes that a model is not shown and that are short or cannot be kept. */
function withBytesApart(
  answer: Answer,
  pictureIn: (data: object) => Picture | null,
  { keepBytes, links }: ResultWishes,
): BytesApart | null {
  const data = answer.data()
  const picture = pictureIn(data)
  if (picture === null) return null
  const { field, mime } = picture
  const { [field]: value, ...rest } = data
  const base64 = String(value)
  const isShown = SHOWN_TYPES.includes(mime)
  if (!isShown && base64.length <= SHORT_BYTES) return null
  const id = keepBytes(base64, mime)
  if (!isShown && id === null) return null
  return {
    before: isShown ? [{ type: 'image', data: base64, mimeType: mime }] : [],
    rest: canonicalJson(rest),
    after: id === null ? [] : toBytesBlocks({ field, mime, id, links }),
  }
}
