import type { CallToolResult } from '@modelcontextprotocol/server'
import { counted } from '../../src-shared/counted.ts'
import { KEPT_RESULTS, pageOf } from '../files/kept-results.ts'
import { bytesUri, resultUri } from './resources.ts'

type Block = CallToolResult['content'][number]

/** How a client gets results. */
export interface ResultWishes {
  /** The most characters of text. */
  readonly chars: number
  /** Whether structured content must be there, whatever its size. */
  readonly structured: boolean
  /** Whether its revision of the protocol has links to resources. */
  readonly links: boolean
  /** Keeps a long text; null when it cannot be kept. */
  readonly keep: (text: string, pageChars: number) => string | null
  /** Keeps bytes in Base64; null when they cannot be kept. */
  readonly keepBytes: (base64: string, mediaType: string) => string | null
}

/** What is left of the budget for the sentence about the other pages. */
const NOTE_CHARS = 400

/** A text as the blocks of a result: whole, or its first page and where the others are. */
export function toTextBlocks(text: string, { chars, links, keep }: ResultWishes): Block[] {
  if (text.length <= chars) return [{ type: 'text', text }]
  const pageChars = chars - NOTE_CHARS
  const first = pageOf(text, 1, pageChars)
  const id = keep(text, pageChars)
  const size = `This is page 1 of ${first.pages}; the result has ${counted(text.length, 'character')}.`
  if (id === null) return toBlocks(first.text, `${size} It is too long to keep: ask for less.`)
  const rest =
    first.pages === 2
      ? `Page 2 is the resource ${resultUri(id, 2)}`
      : `The others are the resources ${resultUri(id, 2)} to ${resultUri(id, first.pages)}`
  const blocks = toBlocks(
    first.text,
    `${size} ${rest}, for ${KEPT_RESULTS.minutes} minutes. Or ask for less.`,
  )
  return links ? [...blocks, linkTo(id, first.pages)] : blocks
}

/** Bytes of a result that are kept: how a model passes them on, and where a program gets them. */
export function toBytesBlocks({
  field,
  mime,
  id,
  links,
}: {
  readonly field: string
  readonly mime: string
  readonly id: string
  readonly links: boolean
}): Block[] {
  const uri = bytesUri(id)
  const text =
    `${field} (${mime}) is the resource ${uri}, for ${KEPT_RESULTS.minutes} minutes. To pass it on to a tool, send ` +
    `{"file":${JSON.stringify(uri)}} as the value of a field that takes files.`
  const note: Block = { type: 'text', text }
  const link: Block = { name: field, uri, mimeType: mime, type: 'resource_link' }
  return links ? [note, link] : [note]
}

function toBlocks(text: string, note: string): Block[] {
  return [
    { type: 'text', text },
    { type: 'text', text: note },
  ]
}

// In the order in which the SDK writes its members.
function linkTo(id: string, pages: number): Block {
  return {
    name: 'result-page-2',
    title: `Page 2 of ${pages}`,
    uri: resultUri(id, 2),
    mimeType: 'text/plain',
    type: 'resource_link',
  }
}
