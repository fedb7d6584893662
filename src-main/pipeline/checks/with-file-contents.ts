import { isUtf8 } from 'node:buffer'
import { MAX_FILE_BYTES, MAX_HANDLE_CHARS } from '../../../src-shared/files/file-limits.ts'
import { isFileReference, type FileForm } from '../../../src-shared/files/file-reference.ts'
import { sharerOf } from '../../accounts/account.ts'
import { placeFields } from '../../registry/check-input.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import type { Call } from '../call.ts'
import { leftError } from '../end-call.ts'
import type { Services } from '../services.ts'
import { invalidInput } from './validate-input.ts'

/** What reading the files of a call needs to know of it. */
type FiledCall = Pick<Call, 'account' | 'fields' | 'bodyText' | 'caller'>

/**
 * Puts the contents of files in place of the references to them, so that everything that follows, the hash of a
 * receipt included, is as if the contents had been sent.
 * @returns the call itself when it refers to no file
 * @throws GatewayError validation_error for a file that is missing, too large, or not of the field's form; overloaded
 */
export async function withFileContents<C extends FiledCall>(
  call: C,
  tool: RegisteredTool,
  services: Services,
): Promise<C> {
  if (!hasObject(call.fields)) return call
  const placed = placeFields(tool, call.fields)
  const asked = Object.entries(tool.fileFields).filter(([field]) => isFileReference(placed[field]))
  if (asked.length === 0) return call
  const fields = { ...placed }
  let room = MAX_FILE_BYTES
  for (const [field, form] of asked) {
    const content = await contentOf(call, { tool, field, value: placed[field] }, services)
    room -= content.length
    if (room < 0)
      throw refused(tool, field, `The files of a call may have ${MAX_FILE_BYTES} bytes together`)
    fields[field] = written(content, tool, field, formIn(placed[field], form))
  }
  const { bodyText: _references, ...rest } = call
  // Everything but the fields and the text of the body is as it was.
  return { ...rest, fields } as unknown as C
}

interface AskedFile {
  readonly tool: RegisteredTool
  readonly field: string
  readonly value: unknown
}

async function contentOf(
  { account, caller }: FiledCall,
  { tool, field, value }: AskedFile,
  { files }: Services,
): Promise<Buffer> {
  const handle = isFileReference(value) ? value.file : ''
  const content =
    handle.length > MAX_HANDLE_CHARS
      ? 'unknown'
      : await files.read(sharerOf(account), handle, caller.signal).catch((error: unknown) => {
          throw caller.gone() ? leftError(null, { cause: error }) : error
        })
  if (Buffer.isBuffer(content)) return content
  const name = JSON.stringify(handle.slice(0, 200))
  throw refused(
    tool,
    field,
    content === 'too large'
      ? `The file ${name} is longer than ${MAX_FILE_BYTES} bytes`
      : `This key has no file ${name}. POST /v1/files uploads one; for a path on the gateway's machine, the owner ` +
          'allows its folder for the key',
  )
}

function formIn(value: unknown, usual: FileForm): FileForm {
  return isFileReference(value) ? (value.as ?? usual) : usual
}

function written(content: Buffer, tool: RegisteredTool, field: string, form: FileForm): string {
  if (form === 'base64') return content.toString('base64')
  if (isUtf8(content)) return content.toString('utf8')
  throw refused(
    tool,
    field,
    'The file is not UTF-8 text. Where bytes can be read in Base64, send "as": "base64" beside "file"',
  )
}

function refused(tool: RegisteredTool, field: string, message: string) {
  return invalidInput(tool, [{ path: field, message }])
}

// Every call comes by here, so nothing is allocated.
function hasObject(fields: FiledCall['fields']): boolean {
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return true
  }
  return false
}
