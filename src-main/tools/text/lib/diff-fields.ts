import { z } from 'zod'
import { wellFormedText } from '../../lib/well-formed-text.ts'

const MAX_CHARS = 500_000

/**
 * The work grows with the square of the edits. Only their number is limited: giving up after some time would make the
 * answer depend on the machine, and the worker's deadline ends what takes too long.
 */
export const MAX_EDITS = 2_000

/** The two texts that are compared. */
export const COMPARED_TEXTS = {
  before: wellFormedText(MAX_CHARS).describe('The text as it was'),
  after: wellFormedText(MAX_CHARS).describe('The text as it is now'),
}

/** Whether the answer is the shortest way from one text to the other. */
export const MINIMAL = z
  .boolean()
  .describe(`False when over ${MAX_EDITS} edits were needed and everything between the ends is replaced`)
