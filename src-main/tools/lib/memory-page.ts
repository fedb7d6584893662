import { z } from 'zod'
import { namespaceField, tagsField } from './memory-fields.ts'
import { InvalidInput, type MemoryListed } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from './well-formed-text.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** The input fields of every tool that pages through memory. */
export const pageInput = {
  namespace: namespaceField().optional().describe('The namespace to list; all of them if not set'),
  tags: tagsField().default([]).describe('Only entries that have all of these tags'),
  limit: z.int().min(1).max(100).default(20).describe('Entries per page, 1 to 100'),
  cursor: wellFormedText(4_096).optional().describe('next_cursor of the previous page'),
}

/** An entry without its value, as listed on a page. */
export const listedEntry = {
  namespace: z.string().describe('Its namespace'),
  key: z.string().describe('Its key'),
  tags: z.array(z.string()).describe('Its tags'),
  bytes: z.int().describe('The bytes it uses of the 64 MiB that an API key may store'),
  created_at: z.iso.datetime().describe('When the key was first set'),
  updated_at: z.iso.datetime().describe('When its value was set'),
  expires_at: z.iso.datetime().nullable().describe('When it expires; null for never'),
}

/** The output field for the next page. */
export const nextCursor = z
  .string()
  .nullable()
  .describe('Send it as cursor to get the next page; null on the last one')

/** Copies an entry's tags, which the store hands out read-only. */
export function toEntry<Entry extends MemoryListed>(
  entry: Entry,
): Omit<Entry, 'tags'> & { tags: string[] } {
  return { ...entry, tags: [...entry.tags] }
}

/** Encodes a position between two pages as one opaque word. */
export function toCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * Decodes a cursor.
 * @throws InvalidInput when it was not made by `toCursor`
 */
export function readCursor<Place>(cursor: string, place: z.ZodType<Place>): Place {
  try {
    return place.parse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    // Whatever is wrong with it, the caller can only send the cursor of an answer.
    throw new InvalidInput(
      'cursor',
      'This is not a cursor of this tool; send next_cursor of the previous page',
    )
  }
}
