import { once } from 'node:events'
import { toSeen } from '../packed-definition.ts'
import { UnusableDocument } from './api-refusal.ts'
import type { DocumentLine } from './document-lines.ts'
import { readApi } from './read-api.ts'
import { DOCUMENT_LIMITS, readDocument } from './read-document.ts'

/** All operations of a document together, as they are stored. */
const PACKED_BYTES = 32 * 1024 * 1024

/** Reads a document from stdin and writes the tools of its operations to stdout, in a process of its own. */
export async function readFromStdin(): Promise<void> {
  // Nobody is left to read it.
  process.stdout.on('error', () => process.exit())
  await write({ kind: 'up' })
  try {
    const { facts, definitions } = readApi(await readDocument(await allOfStdin()))
    await write({ kind: 'facts', facts })
    let bytes = 0
    for (const definition of definitions) {
      const { packed, ...seen } = toSeen(definition)
      bytes += packed.length
      if (bytes > PACKED_BYTES)
        throw new UnusableDocument(
          'The operations of the document repeat so much that they are too large together. Cut it to the parts that you need.',
        )
      await write({ kind: 'tool', ...seen, packed: packed.toString('base64') })
    }
    await write({ kind: 'end' })
  } catch (error) {
    if (!(error instanceof UnusableDocument)) throw error
    await write({ kind: 'unusable', message: error.message })
  }
}

async function allOfStdin(): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  // Bytes, since it has no encoding.
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > DOCUMENT_LIMITS.bytes) break
  }
  return Buffer.concat(chunks)
}

async function write(line: DocumentLine): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
}
