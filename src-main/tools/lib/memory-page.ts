import { z } from 'zod'
import { namespaceField, tagsField } from './memory-fields.ts'
import { InvalidInput, type MemoryListed } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from './well-formed-text.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** The input fields of every tool that pages through memory. */
export const pageInput = {
  namespace: namespaceField().optional().describe('The namespace to look in; without it, all of them'),
  tags: tagsField().default([]).describe('Tags that an entry must all have'),
  limit: z.int().min(1).max(100).default(20).describe('Entries a page, 1 to 100'),
  cursor: wellFormedText(4_096).optional().describe('next_cursor of the page before'),
}

/** An entry without its value, as a page shows it. */
export const listedEntry = {
  namespace: z.string().describe('Where it is'),
  key: z.string().describe('What it is called there'),
  tags: z.array(z.string()).describe('Its tags'),
  bytes: z.int().describe('What it counts towards the 64 MiB that a key may store'),
  created_at: z.iso.datetime().describe('When the key was first set'),
  updated_at: z.iso.datetime().describe('When its value was set'),
  expires_at: z.iso.datetime().nullable().describe('When it will be forgotten; null for never'),
}

/** The output field that leads to the next page. */
export const nextCursor = z.string().nullable().describe('Leads to the next page; null on the last one')

/** Copies an entry's tags, which the store hands out read-only. */
export function toEntry<Entry extends MemoryListed>(
  entry: Entry,
): Omit<Entry, 'tags'> & { tags: string[] } {
  return { ...entry, tags: [...entry.tags] }
}

/** Writes a place between two pages as one opaque word. */
export function toCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * Reads a cursor back.
 * @throws InvalidInput when it is none that `toCursor` made
 */
export function readCursor<Place>(cursor: string, place: z.ZodType<Place>): Place {
  try {
    return place.parse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    // Whatever is wrong with it, the caller can only take the one it was given.
    throw new InvalidInput('cursor', 'This is no cursor of this tool; send next_cursor of the page before')
  }
}
