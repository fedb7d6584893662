import { z } from 'zod'
import type { ShownConsent, SourceOrigin } from '../../../src-shared/sources/source-kinds.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { AddedWords } from './added-words.ts'
import { httpBody, httpConsent, httpConsentLines, httpSettings } from './http-source.ts'
import { mcpBody, mcpConsent, mcpConsentLines, mcpSettings } from './mcp-source.ts'

/** Where a source comes from, in the gateway's answers; a further kind is a line in each part of this file. */
export const sourceOrigin = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('mcp'), settings: mcpSettings }),
  z.looseObject({ kind: z.literal('mcp-http'), settings: httpSettings }),
]) satisfies z.ZodType<SourceOrigin>

/** What is shown before a source is added, in the gateway's answers. */
export const shownConsent = z.discriminatedUnion('kind', [
  mcpConsent,
  httpConsent,
]) satisfies z.ZodType<ShownConsent>

/** What is sent to the gateway to add a source of a kind. @throws UsageError */
export function bodyOf(kind: string, words: AddedWords): object {
  switch (kind) {
    case 'mcp':
      return words.address === undefined ? mcpBody(words) : httpBody(words.address, words)
    default:
      throw new UsageError(
        `There is no kind of source ${kind}. Write: sources add mcp NAME -- PROGRAM, or sources add mcp NAME ADDRESS.`,
      )
  }
}

/** What a source would run or reach, line by line, as somebody must have read it. */
export function consentLines(consent: ShownConsent): string[] {
  const lines = consent.kind === 'mcp' ? mcpConsentLines(consent) : httpConsentLines(consent)
  return [...lines, ...consent.warnings.map((warning) => `  Note: ${warning}`)]
}

/** The question after that. */
export function questionOf({ kind }: ShownConsent): string {
  return kind === 'mcp' ? 'Run it and look at its tools?' : 'Reach it and look at its tools?'
}
