import { writeFileSync } from 'node:fs'
import { takesBase64 } from '../input/field-text.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { isRecord } from '../client/refused.ts'
import { textOf, type Envelope } from './show-answer.ts'
import type { FieldInfo, ToolInfo } from './tool-info.ts'

/**
 * Writes what an answer holds into a file: the bytes of the one field that is Base64, else its text.
 * @throws CommandFailed when the file cannot be written
 */
export function saveAnswer({ data }: Envelope, tool: ToolInfo, file: string): void {
  const text = textOf(data, tool.main_output)
  const bytes = bytesIn(data, tool) ?? dataUrlIn(text) ?? text
  try {
    writeFileSync(file, bytes)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(`${file} cannot be written: ${reason}`, EXIT.failed)
  }
}

function bytesIn(data: Envelope['data'], { output_schema: schema }: ToolInfo): Buffer | null {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  // Of a field, only its description is read, which is a text.
  const named = Object.entries(properties).filter(
    ([name, field]) => isRecord(field) && takesBase64(field as FieldInfo) && typeof data[name] === 'string',
  )
  const [only] = named
  return named.length === 1 && only ? Buffer.from(String(data[only[0]]), 'base64') : null
}

function dataUrlIn(text: string): Buffer | null {
  const [, base64] = /^data:[^,]*;base64,([\w+/=]*)$/.exec(text) ?? []
  return base64 === undefined ? null : Buffer.from(base64, 'base64')
}
