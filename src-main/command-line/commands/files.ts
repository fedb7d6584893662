import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineCommand } from 'citty'
import { MAX_FILE_BYTES } from '../../../src-shared/files/file-limits.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { isRecord, UnknownAnswer } from '../client/refused.ts'
import { readBytes } from '../input/read-text.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { print, printJson, say, table } from '../terminal/terminal.ts'

const USUAL_TYPE = 'application/octet-stream'

const upload = defineClientCommand({
  name: 'upload',
  description: 'Uploads a file, or stdin as -, and prints its id',
  args: {
    file: { type: 'positional', required: true, description: 'The file' },
    name: { type: 'string', description: 'Its name at the gateway' },
    type: { type: 'string', description: 'Its media type, such as image/png' },
    ttl: { type: 'string', description: 'Seconds until it is deleted, 86400 at first' },
  },
  run: async (client, { file, name, type = USUAL_TYPE, ttl, json }) => {
    const bytes = await readBytes(file, MAX_FILE_BYTES)
    const query = new URLSearchParams({ name: name ?? (file === '-' ? 'stdin' : basename(file)) })
    if (ttl !== undefined) query.set('ttl_seconds', ttl)
    const answer = await client.upload(`/v1/files?${query}`, bytes, type)
    if (json) return printJson(answer)
    const kept = fileIn(answer)
    print(kept.id)
    if (process.stderr.isTTY) say(`Use it as @${kept.id} in a call, until ${kept.ends}.`)
  },
})

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the files of the key, and the folders that it may read',
  run: async (client, { json }) => {
    const answer = await client.get('/v1/files')
    if (json) return printJson(answer)
    if (!isRecord(answer) || !Array.isArray(answer.files) || !Array.isArray(answer.folders))
      throw new UnknownAnswer('files')
    const rows = answer.files.map((file: unknown) => {
      const { id, name, bytes, type, ends } = fileIn({ file })
      return [id, name, bytes, type, ends]
    })
    print(table(['id', 'name', 'bytes', 'type', 'until'], rows))
    for (const folder of answer.folders) say(`This key may read files below ${String(folder)}.`)
  },
})

const get = defineClientCommand({
  name: 'get',
  description: 'Writes the content of a file to stdout, or with -o to another file',
  args: {
    id: { type: 'positional', required: true, description: 'The id of the file' },
    output: { type: 'string', alias: 'o', description: 'Where to write it' },
  },
  run: async (client, { id, output }) => {
    const answer = await client.open('GET', `/v1/files/${encodeURIComponent(id)}`)
    const pieces: Uint8Array[] = []
    for await (const piece of answer.body) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    if (output === undefined) return void process.stdout.write(bytes)
    try {
      writeFileSync(output, bytes)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandFailed(`${output} cannot be written: ${reason}`, EXIT.failed)
    }
  },
})

const remove = defineClientCommand({
  name: 'delete',
  description: 'Deletes a file',
  args: { id: { type: 'positional', required: true, description: 'The id of the file' } },
  run: async (client, { id, json }) => {
    const answer = await client.delete(`/v1/files/${encodeURIComponent(id)}`)
    if (json) printJson(answer)
    else print(`${id} is deleted.`)
  },
})

/** `toolgate files`: the files of the key. */
export const files = defineCommand({ subCommands: { upload, list, get, delete: remove } })

function fileIn(answer: unknown) {
  const file = isRecord(answer) ? answer.file : null
  if (!isRecord(file) || typeof file.id !== 'string' || typeof file.bytes !== 'number')
    throw new UnknownAnswer('a file')
  const { id, name, bytes, media_type, expires_at } = file
  return { id, name: String(name), bytes, type: String(media_type), ends: String(expires_at) }
}
