import { z } from 'zod'
import { counted } from '../../../src-shared/counted.ts'
import { shownConsent, sourceOrigin } from './source-kinds.ts'

const counts = z.object({
  on: z.number(),
  off: z.number(),
  new: z.number(),
  changed: z.number(),
  gone: z.number(),
})
const listed = {
  id: z.string(),
  state: z.string(),
  credits: z.number(),
  server_version: z.string().nullable(),
  tool_counts: counts,
  memory_bytes: z.number(),
  last_error: z.string().nullable(),
  unknown_outcomes: z.number(),
}
const tool = z.looseObject({
  name: z.string(),
  slug: z.string(),
  state: z.string(),
  hash: z.string(),
  credits: z.number(),
  says_read_only: z.boolean(),
  has_odd_characters: z.boolean(),
  place: z.string().nullable(),
  deprecated: z.boolean(),
  summary: z.string(),
})
const definition = z.looseObject({
  title: z.string().nullable(),
  description: z.string(),
  input_schema: z.string(),
  output_schema: z.string().nullable(),
  annotations: z.string().nullable(),
  request: z.string().nullable(),
  code: z.string().nullable(),
})

/** The answer to GET /app/sources. */
export const sourceList = z.looseObject({
  sources: z.array(sourceOrigin.and(z.looseObject(listed))),
})
/** The answers that have one source. */
export const wholeSource = z.looseObject({
  source: sourceOrigin.and(
    z.looseObject({
      ...listed,
      secrets: z.array(z.object({ name: z.string(), place: z.string() })),
      stderr: z.string(),
      asks_again: z.boolean(),
      problems: z.array(z.object({ file: z.string(), line: z.number().nullable(), message: z.string() })),
      signed_in: z.boolean(),
      needs_sign_in: z.string().nullable(),
      pid: z.number().nullable(),
      tools: z.array(tool),
    }),
  ),
})
/** The answer to GET /app/sources/{id}/changes. */
export const sourceChanges = z.looseObject({
  waiting: z.number(),
  changes: z.array(
    z.looseObject({
      name: z.string(),
      state: z.string(),
      hash: z.string(),
      findings: z.array(z.string()),
      approved: definition.nullable(),
      seen: definition.nullable(),
    }),
  ),
})
/** The answer to POST /app/sources/preview. */
export const preview = z.looseObject({
  consent: shownConsent,
})

export type WholeSource = z.infer<typeof wholeSource>['source']
export type SourceChange = z.infer<typeof sourceChanges>['changes'][number]

/** The tools of a source in a few words. */
export function toolWords({ on, new: fresh, changed }: WholeSource['tool_counts']): string {
  const more = [...(fresh > 0 ? [`${fresh} new`] : []), ...(changed > 0 ? [`${changed} changed`] : [])]
  return [counted(on, 'tool'), ...more].join(', ')
}

/** What is wrong with a source, as a sentence; null for nothing. */
export function troubleOf({
  id,
  last_error: error,
}: Pick<WholeSource, 'id' | 'last_error'>): string | null {
  if (error === null) return null
  const whole = /^\p{Lu}/u.test(error) || error.startsWith(id) ? error : `${id} ${error}`
  return whole.endsWith('.') ? whole : `${whole}.`
}

/** A change that waits for its owner, before and now, with nothing left out. */
export function changeLines({ name, state, hash, findings, approved, seen }: SourceChange): string[] {
  const parts = (of: SourceChange['seen']): string[] =>
    of === null
      ? []
      : [
          of.title ?? '',
          of.description,
          of.input_schema,
          of.output_schema ?? '',
          of.annotations ?? '',
          of.request ?? '',
          of.code ?? '',
        ]
          .filter((part) => part !== '')
          .flatMap((part) => part.split('\n'))
  return [
    `${name}  (${state}, ${hash.slice(0, 12)})`,
    ...findings.map((finding) => `! ${finding}`),
    ...parts(approved).map((line) => `- ${line}`),
    ...parts(seen).map((line) => `+ ${line}`),
    '',
  ]
}
