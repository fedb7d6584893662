import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Answer } from '../pipeline/call.ts'
import type { Picture } from '../tool-kit/define-tool.ts'
import { toTextBlocks, type ResultWishes } from './text-blocks.ts'

/** The media types that the APIs of models read. */
const SHOWN_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/**
 * An answer as a tool result: its data as text and as structured content, with its cost. Structured content is whole
 * or left out: a model may be shown it, so it is left out where the text is only a page or the data has a picture,
 * unless the client has asked for output schemas and so must get what they promise.
 * @param pictureIn finds the picture in the data of an answer of this tool
 */
export function toCallResult(
  answer: Answer,
  pictureIn: ((data: object) => Picture | null) | undefined,
  wishes: ResultWishes,
): CallToolResult {
  const meta = {
    'toolgate/engine': answer.engine,
    'toolgate/credits_used': answer.creditsUsed,
    'toolgate/balance': answer.balance,
    'toolgate/output_hash': answer.outputHash,
    'toolgate/cache': answer.cache,
    'toolgate/latency_ms': answer.latencyMs,
    ...(answer.receipt ? { 'toolgate/receipt': answer.receipt } : {}),
  }
  // A missing provider is an error: the model should tell its user, or choose another tool.
  if (!answer.ok)
    return {
      isError: true,
      content: [{ type: 'text', text: String(answer.data().message) }],
      _meta: meta,
    }
  const shown = pictureIn ? withPicture(answer, pictureIn) : null
  const isWhole = shown === null && answer.dataJson.length <= wishes.chars
  return {
    content: shown
      ? [shown.block, ...toTextBlocks(shown.rest, wishes)]
      : toTextBlocks(answer.dataJson, wishes),
    ...(isWhole || wishes.structured ? { structuredContent: { ...answer.data() } } : {}),
    _meta: meta,
  }
}

type ImageBlock = Extract<CallToolResult['content'][number], { type: 'image' }>

/** The picture of an answer, and the rest of its data as JSON. */
interface Shown {
  readonly block: ImageBlock
  readonly rest: string
}

function withPicture(answer: Answer, pictureIn: (data: object) => Picture | null): Shown | null {
  const data = answer.data()
  const picture = pictureIn(data)
  if (picture === null || !SHOWN_TYPES.includes(picture.mime)) return null
  const { [picture.field]: base64, ...rest } = data
  return {
    block: { type: 'image', data: String(base64), mimeType: picture.mime },
    rest: JSON.stringify(rest),
  }
}
