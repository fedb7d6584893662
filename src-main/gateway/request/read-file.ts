import type { H3Event } from 'h3'
import { GatewayError } from '../../../src-shared/errors.ts'
import { MAX_FILE_BYTES, MAX_FILE_NAME_CHARS } from '../../../src-shared/files/file-limits.ts'
import { payloadTooLarge } from '../door/door.ts'
import { MAX_UPLOAD_BYTES } from '../door/upload.ts'
import { readBytes } from './read-body.ts'

/** A file as a request brought it. */
export interface SentFile {
  readonly content: Buffer
  readonly mediaType: string
  /** Null where the request names none. */
  readonly name: string | null
}

const USUAL_TYPE = 'application/octet-stream'
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/

/**
 * Reads an uploaded file: the whole body, or the one file of a form.
 * @throws GatewayError payload_too_large; validation_error for an empty file, and for a form without exactly one file
 */
export async function readFile(event: H3Event): Promise<SentFile> {
  const bytes = await readBytes(event, MAX_UPLOAD_BYTES)
  const type = event.req.headers.get('content-type') ?? USUAL_TYPE
  const sent = /^multipart\/form-data\b/i.test(type)
    ? await fileInForm(bytes, type)
    : { content: bytes, mediaType: mediaTypeOf(type), name: null }
  if (sent.content.length > MAX_FILE_BYTES) throw payloadTooLarge(MAX_FILE_BYTES)
  if (sent.content.length === 0) throw refused('', 'The file is empty')
  return sent
}

/**
 * The name of a file as it is kept: without folders, which only the sender knows.
 * @throws GatewayError validation_error for a name that is too long or has control characters
 */
export function fileNameOf(sent: string): string {
  const name = sent.split(/[/\\]/).at(-1) ?? ''
  if (name !== '' && name.length <= MAX_FILE_NAME_CHARS && !/\p{Cc}|\p{Cs}/u.test(name)) return name
  throw refused('name', `A name has 1 to ${MAX_FILE_NAME_CHARS} characters, without control characters`)
}

async function fileInForm(bytes: Buffer, type: string): Promise<SentFile> {
  const form = await readForm(bytes, type)
  const files = [...form.entries()].filter((entry): entry is [string, File] => typeof entry[1] !== 'string')
  const [only] = files
  if (files.length !== 1 || only === undefined || form.size > 1)
    throw refused('', 'Send a form with one file and nothing else, or the file itself as the body')
  const file = only[1]
  return {
    content: Buffer.from(await file.arrayBuffer()),
    mediaType: mediaTypeOf(file.type),
    name: file.name === '' ? null : file.name,
  }
}

async function readForm(
  bytes: Buffer,
  type: string,
): Promise<{ readonly size: number; entries: FormData['entries'] }> {
  try {
    const form = await new Response(Uint8Array.from(bytes), {
      headers: { 'content-type': type },
    }).formData()
    return { size: [...form.keys()].length, entries: () => form.entries() }
  } catch (cause) {
    throw refused('', 'The body is not the form that its content type says', { cause })
  }
}

function mediaTypeOf(sent: string): string {
  const [type = ''] = sent.toLowerCase().split(';')
  return MEDIA_TYPE.test(type.trim()) ? type.trim() : USUAL_TYPE
}

function refused(path: string, message: string, options?: ErrorOptions): GatewayError {
  return new GatewayError(
    'validation_error',
    `${message}.`,
    { issues: [{ path, message }], missing_fields: [] },
    options,
  )
}
