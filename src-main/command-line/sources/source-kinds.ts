import { z } from 'zod'
import type { ShownConsent, SourceOrigin } from '../../../src-shared/sources/source-kinds.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { AddedWords } from './added-words.ts'
import { commandBody, commandConsent, commandConsentLines, commandOrigin } from './command-source.ts'
import { folderBody, folderConsent, folderConsentLines, folderOrigin } from './folder-source.ts'
import { httpBody, httpConsent, httpConsentLines, httpSettings } from './http-source.ts'
import { mcpBody, mcpConsent, mcpConsentLines, mcpSettings, npmBody } from './mcp-source.ts'
import { apiBody, apiConsent, apiConsentLines, apiSecrets, apiSettings } from './openapi-source.ts'
import { valuesOf } from './repeated-option.ts'

/** Where a source comes from, in the gateway's answers; a further kind is a line in each part of this file. */
export const sourceOrigin = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('mcp'), settings: mcpSettings }),
  z.looseObject({ kind: z.literal('mcp-http'), settings: httpSettings }),
  z.looseObject({ kind: z.literal('openapi'), settings: apiSettings }),
  z.looseObject({ kind: z.literal('folder'), settings: folderOrigin }),
  z.looseObject({ kind: z.literal('command'), settings: commandOrigin }),
]) satisfies z.ZodType<SourceOrigin>

/** What is shown before a source is added, in the gateway's answers. */
export const shownConsent = z.discriminatedUnion('kind', [
  mcpConsent,
  httpConsent,
  apiConsent,
  folderConsent,
  commandConsent,
]) satisfies z.ZodType<ShownConsent>

/** What is sent to the gateway to add a source of a kind. @throws UsageError */
export async function bodyOf(kind: string, words: AddedWords, client: GatewayClient): Promise<object> {
  switch (kind) {
    case 'mcp':
      return words.address === undefined ? mcpBody(words) : httpBody(words.address, words)
    case 'npm':
      return npmBody(words)
    case 'openapi':
      return await apiBody(words, client)
    case 'folder':
      return folderBody(words.isEditedHere === true)
    case 'command':
      return commandBody(words)
    default:
      throw new UsageError(
        `There is no kind of source ${kind}. Write: sources add mcp NAME -- PROGRAM, sources add mcp NAME ADDRESS, ` +
          'sources add npm NAME PACKAGE, sources add openapi NAME FILE, or sources add folder NAME.',
      )
  }
}

/** The names of the secrets that the words ask for. */
export function secretsOf(kind: string, own: readonly string[]): string[] {
  return [...valuesOf(own, 'secret'), ...(kind === 'openapi' ? apiSecrets(own) : [])]
}

/** What a source would run or reach, line by line, as somebody must have read it. */
export function consentLines(consent: ShownConsent): string[] {
  const lines = linesOf(consent)
  return [...lines, ...consent.warnings.map((warning) => `  Note: ${warning}`)]
}

/** What was asked for, at the very version of a package that was shown. */
export function exactly<T extends object>(asked: T, consent: ShownConsent): T | (T & { package: string }) {
  const pinned = consent.kind === 'mcp' ? consent.package : null
  return pinned ? { ...asked, package: `${pinned.name}@${pinned.version}` } : asked
}

/** The question after that. */
export function questionOf({ kind }: ShownConsent): string {
  return QUESTIONS[kind]
}

const QUESTIONS: Readonly<Record<ShownConsent['kind'], string>> = {
  mcp: 'Run it and look at its tools?',
  'mcp-http': 'Reach it and look at its tools?',
  openapi: 'Add it and look at its operations?',
  folder: 'Switch it on and look at its files?',
  command: 'Make tools of these commands?',
}

function linesOf(consent: ShownConsent): string[] {
  switch (consent.kind) {
    case 'mcp':
      return mcpConsentLines(consent)
    case 'mcp-http':
      return httpConsentLines(consent)
    case 'openapi':
      return apiConsentLines(consent)
    case 'folder':
      return folderConsentLines(consent)
    case 'command':
      return commandConsentLines(consent)
  }
}
