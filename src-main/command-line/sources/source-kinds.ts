import { z } from 'zod'
import type { ShownConsent, SourceOrigin } from '../../../src-shared/sources/source-kinds.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { AddedWords } from './added-words.ts'
import { mcpBody, mcpConsent, mcpConsentLines, mcpSettings } from './mcp-source.ts'

/** Where a source comes from, in the gateway's answers; a further kind is a line in each part of this file. */
export const originFields = {
  kind: z.literal('mcp'),
  settings: mcpSettings,
} satisfies Record<keyof SourceOrigin, z.ZodType>

/** What is shown before a source is added, in the gateway's answers. */
export const shownConsent = z.discriminatedUnion('kind', [mcpConsent]) satisfies z.ZodType<ShownConsent>

/** What is sent to the gateway to add a source of a kind. @throws UsageError */
export function bodyOf(kind: string, words: AddedWords): object {
  switch (kind) {
    case 'mcp':
      return mcpBody(words)
    default:
      throw new UsageError(`There is no kind of source ${kind}. Write: sources add mcp NAME -- PROGRAM.`)
  }
}

/** What a source would run or reach, line by line, as somebody must have read it. */
export function consentLines(consent: ShownConsent): string[] {
  return [...mcpConsentLines(consent), ...consent.warnings.map((warning) => `  Note: ${warning}`)]
}

/** The question after that. */
export function questionOf(_consent: ShownConsent): string {
  return 'Run it and look at its tools?'
}
