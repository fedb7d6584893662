import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { UsageError } from '../terminal/usage-error.ts'

/** The encodings of text that a file may have, by the names that `--encoding` takes. */
const DECODERS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  'utf-16': 'utf-16le',
  // What programs call Latin-1 is nearly always this larger one.
  latin1: 'windows-1252',
}

/**
 * Reads a whole file.
 * @param name `-` for stdin, which has no other name
 * @param most the most bytes that it may have; a longer one is refused without being read to its end
 * @throws UsageError for a file that cannot be read, or is too long
 */
export async function readBytes(name: string, most: number): Promise<Buffer> {
  if (name === '-') return await readStdin(most)
  try {
    if (statSync(name).size > most) throw tooLong(name, most)
    return readFileSync(name)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      `The file ${name} cannot be read. In front of a value, @ names a file; to send a text that begins with @, write @@.`,
    )
  }
}

async function readStdin(most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  // No encoding is set, so these are buffers; a test may write texts.
  for await (const piece of process.stdin as AsyncIterable<Buffer | string>) {
    const read = Buffer.from(piece)
    bytes += read.length
    if (bytes > most) throw tooLong('-', most)
    pieces.push(read)
  }
  return Buffer.concat(pieces)
}

/**
 * The text that bytes stand for, exactly: a byte that does not fit would become another one, and the text another.
 * @param name where they come from, for the error
 * @param encoding one of the names of `--encoding`
 * @throws UsageError for bytes of another encoding
 */
export function decoded(bytes: Buffer, name: string, encoding = 'utf-8', advice = ''): string {
  const label = DECODERS[encoding]
  if (label === undefined)
    throw new UsageError(`--encoding takes ${Object.keys(DECODERS).join(', ')}, not ${encoding}.`)
  if (encoding === 'utf-8') {
    if (isUtf8(bytes)) return bytes.toString('utf8')
    throw new UsageError(`${sourceName(name)} is not UTF-8 text.${advice && ` ${advice}`}`)
  }
  try {
    const isBigEndian = label === 'utf-16le' && bytes[0] === 0xfe && bytes[1] === 0xff
    return new TextDecoder(isBigEndian ? 'utf-16be' : label, { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(`${sourceName(name)} is not text in ${encoding}.`)
  }
}

function tooLong(name: string, most: number): UsageError {
  return new UsageError(
    `${sourceName(name)} is longer than ${Math.floor(most / 1024 / 1024)} MB, which is the limit here.`,
  )
}

function sourceName(name: string): string {
  return name === '-' ? 'What came on stdin' : name
}
