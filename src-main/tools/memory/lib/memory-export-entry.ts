import { z } from 'zod'
import { keyField, tagsField, valueField } from '../../lib/memory-fields.ts'

/**
 * Indexing for search takes about a millisecond for each 4,000 characters, during which everyone
 * waits.
 */
export const MAX_PORTED_ENTRIES = 100
/** Characters of keys and values as JSON on one page; a longer single entry is a page of its own. */
export const MAX_PORTED_CHARS = 300_000

/** An entry as memory-export writes it and memory-import reads it. */
export const exportedEntry = z.strictObject({
  key: keyField().describe('The name of the entry'),
  value: valueField().describe('Its value'),
  tags: tagsField().default([]).describe('Its tags'),
  created_at: z.iso.datetime().optional().describe('When the key was first set; now if not set'),
  expires_at: z.iso.datetime().nullable().default(null).describe('When it expires; null for never'),
})
