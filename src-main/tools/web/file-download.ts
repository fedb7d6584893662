import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { textOfAnswer } from '../lib/answer-text.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { sendFollowing, successOf } from '../lib/follow-redirects.ts'
import { requestHeaders, urlField } from '../lib/request-fields.ts'
import { CallFailed } from '../../tool-kit/tool-context.ts'

const MAX_BYTES = 2 * 1024 * 1024

export default defineTool({
  slug: 'file-download',
  title: 'Download a file',
  summary: 'Downloads a file of up to 2 MiB as text or base64, and detects its type from its bytes.',
  searchWords: [
    'save a file',
    'get a file from a link',
    'wget',
    'fetch a file',
    'pull a picture',
    'binary',
    'image from url',
    'download image',
    'retrieve document',
    'grab a file',
    'attachment from a link',
    'download a pdf',
    'get a file',
    'save a document from the web',
    'download from the internet',
  ],
  category: 'Web',
  tier: 'network',
  credits: 5,
  version: 2,
  mainField: 'url',
  related: ['net-http-get', 'sense-url-content'],
  takes: { url: ['url'] },
  gives: 'file',
  mainOutput: 'content',

  input: z.strictObject({
    url: urlField,
    as: z
      .enum(['auto', 'text', 'base64'])
      .default('auto')
      .describe('How to write the content; auto is text if the bytes are UTF-8'),
    max_bytes: z
      .int()
      .min(1)
      .max(MAX_BYTES)
      .default(MAX_BYTES)
      .describe('A longer file is rejected, not cut'),
    headers: requestHeaders,
  }),
  output: z.strictObject({
    url: z.string().describe('The URL of the file, after redirects'),
    filename: z.string().nullable().describe('Its name, from the server or else from the URL'),
    content: z.string().describe('The file'),
    encoding: z.enum(['text', 'base64']).describe('How `content` is written'),
    bytes: z.int().min(0).describe('Its size in bytes'),
    content_type: z.string().nullable().describe('Media type that the server names'),
    detected_type: z
      .string()
      .nullable()
      .describe('Media type detected from its bytes; null if not recognised'),
    detected_extension: z.string().nullable().describe('Extension detected from its bytes'),
    sha256: z.string().describe('SHA-256 of its bytes, hexadecimal'),
  }),

  picture: ({ encoding, detected_type }) =>
    encoding === 'base64' ? { field: 'content', mime: detected_type ?? 'application/octet-stream' } : null,

  examples: [
    { title: 'A picture', input: { url: 'https://example.com/logo.png' } },
    { title: 'A list as text', input: { url: 'https://example.com/data.csv', as: 'text' } },
    { title: 'At most 64 KiB', input: { url: 'https://example.com/small.bin', max_bytes: 65_536 } },
  ],

  handler: async ({ url, as, max_bytes, headers }, ctx) => {
    const request = { url, method: 'GET' as const, headers, maxAnswerBytes: max_bytes }
    const { answer, url: from } = successOf(await sendFollowing(ctx, request, 5))
    const { body } = answer
    if (answer.truncated)
      throw new CallFailed(`The file from ${new URL(from).host} is longer than ${max_bytes} bytes.`)
    const { fileTypeFromBuffer } = await import('file-type')
    const detected = await fileTypeFromBuffer(body)
    const asText = as === 'text' || (as === 'auto' && detected === undefined && isUtf8(body))
    return {
      url: from,
      filename: filenameOf(answer.headers['content-disposition'] ?? '', from),
      content: asText ? textOfAnswer(answer).toWellFormed() : body.toString('base64'),
      encoding: asText ? ('text' as const) : ('base64' as const),
      bytes: body.length,
      content_type: answer.headers['content-type'] ?? null,
      detected_type: detected?.mime ?? null,
      detected_extension: detected?.ext ?? null,
      sha256: createHash('sha256').update(body).digest('hex'),
    }
  },
})

// RFC 6266, 4.3: only the last part, so that no path is included.
function filenameOf(disposition: string, url: string): string | null {
  const encoded = /filename\*=(?:utf-8)?'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(disposition)
  const named = decoded(encoded ?? '') || (plain?.[1] ?? plain?.[2] ?? '').replace(/\\(.)/g, '$1')
  const name = (named || decoded(new URL(url).pathname)).split(/[/\\]/).at(-1) ?? ''
  const safe = name
    .replace(/\p{Cc}/gu, '')
    .slice(0, 255)
    .toWellFormed()
  return safe === '' || safe === '.' || safe === '..' ? null : safe
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Percent signs that encode nothing stay as they are.
    return text
  }
}
