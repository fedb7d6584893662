import { UnusableSchema } from './unusable-schema.ts'

/** What a caller is told of the rules that were followed; drafts 06 and 07 differ in nothing that a verdict shows. */
export type Dialect = '2020-12' | '2019-09' | 'draft-07' | 'draft-06'

export type Schema = boolean | Readonly<Record<string, unknown>>

const KNOWN: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft-06\/schema#?$/, 'draft-06'],
]

/** Drafts in which everything beside `$ref` is ignored, and an `$id` may be a fragment. */
export function isOld(dialect: Dialect): boolean {
  return dialect === 'draft-07' || dialect === 'draft-06'
}

/**
 * The dialect that `$schema` names, or the given one without it.
 * @throws UnusableSchema for one that is not known
 */
export function dialectOf(schema: Schema, otherwise: Dialect): Dialect {
  const named = typeof schema === 'object' ? schema.$schema : undefined
  if (named === undefined) return otherwise
  const found = KNOWN.find(([pattern]) => typeof named === 'string' && pattern.test(named))
  if (found) return found[1]
  throw new UnusableSchema(
    'its $schema is unknown. Known dialects are 2020-12, 2019-09 and drafts 06 and 07; change or leave it out',
  )
}
