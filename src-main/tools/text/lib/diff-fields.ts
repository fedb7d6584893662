import { z } from 'zod'
import { wellFormedText } from '../../lib/well-formed-text.ts'

const MAX_CHARS = 500_000

/**
 * The work grows with the square of the edits. Only their number is limited: a time limit would
 * make the answer depend on the machine, and the worker's deadline ends a call that takes too long.
 */
export const MAX_EDITS = 2_000

/** The two texts that are compared. */
export const COMPARED_TEXTS = {
  before: wellFormedText(MAX_CHARS).describe('The old text'),
  after: wellFormedText(MAX_CHARS).describe('The new text'),
}

/** Whether the answer is the shortest sequence of edits between the texts. */
export const MINIMAL = z
  .boolean()
  .describe(
    `False if over ${MAX_EDITS} edits were needed, so that everything between the common ` +
      'start and end is replaced',
  )
