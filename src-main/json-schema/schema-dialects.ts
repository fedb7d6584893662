import { createRequire } from 'node:module'
import { InvalidInput } from '../tool-kit/tool-context.ts'

/** What a caller is told of the rules that were followed; drafts 06 and 07 differ in nothing that a verdict shows. */
export type Dialect = '2020-12' | '2019-09' | 'draft-07' | 'draft-06'

export type Schema = boolean | Readonly<Record<string, unknown>>

const KNOWN: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft-06\/schema#?$/, 'draft-06'],
]

/** The schema that every schema of a dialect must match. */
export const META_SCHEMA: Readonly<Record<Dialect, string>> = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  'draft-06': 'http://json-schema.org/draft-06/schema',
}

interface Published {
  readonly $id: string
  readonly [keyword: string]: unknown
}

const VOCABULARIES = ['applicator', 'content', 'core', 'meta-data', 'validation']
const OF_2020 = [...VOCABULARIES, 'format-annotation', 'unevaluated'].map((name) => `2020-12/meta/${name}`)
const OF_2019 = [...VOCABULARIES, 'format'].map((name) => `2019-09/meta/${name}`)
const PUBLISHED = ['draft-06', 'draft-07', '2019-09/schema', ...OF_2019, '2020-12/schema', ...OF_2020]

// An import of JSON loses what says that it is JSON when it is built.
const load = createRequire(import.meta.url)

/** The documents that any schema may refer to without their being fetched, by address. Ajv brings them along. */
export const META_SCHEMAS: ReadonlyMap<string, Published> = new Map(
  PUBLISHED.map((name) => {
    // What json-schema.org publishes has an address.
    const schema = load(`ajv/dist/refs/json-schema-${name}.json`) as Published
    return [schema.$id.replace('#', ''), schema]
  }),
)

/** Drafts in which everything beside `$ref` is ignored, and an `$id` may be a fragment. */
export function isOld(dialect: Dialect): boolean {
  return dialect === 'draft-07' || dialect === 'draft-06'
}

/**
 * The dialect that `$schema` names, or the given one without it.
 * @throws InvalidInput for one that is not known
 */
export function dialectOf(schema: Schema, otherwise: Dialect): Dialect {
  const named = typeof schema === 'object' ? schema.$schema : undefined
  if (named === undefined) return otherwise
  const found = KNOWN.find(([pattern]) => typeof named === 'string' && pattern.test(named))
  if (found) return found[1]
  throw new InvalidInput(
    'schema',
    'Known dialects are 2020-12, 2019-09 and drafts 06 and 07; change or leave out $schema',
  )
}
