import { createRequire } from 'node:module'
import { InvalidInput } from '../tool-kit/tool-context.ts'

/** The dialect that is reported to the caller; drafts 06 and 07 never differ in their verdict. */
export type Dialect = '2020-12' | '2019-09' | 'draft-07' | 'draft-06'

export type Schema = boolean | Readonly<Record<string, unknown>>

const KNOWN: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft-06\/schema#?$/, 'draft-06'],
]

/** The meta-schema that every schema of a dialect must match. */
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

// A build drops the import attribute that marks JSON, so the files are loaded with require.
const load = createRequire(import.meta.url)

/** The documents, by address, that any schema may refer to without a fetch. They come with Ajv. */
export const META_SCHEMAS: ReadonlyMap<string, Published> = new Map(
  PUBLISHED.map((name) => {
    // Everything that json-schema.org publishes has an address.
    const schema = load(`ajv/dist/refs/json-schema-${name}.json`) as Published
    return [schema.$id.replace('#', ''), schema]
  }),
)

/** Drafts in which everything beside `$ref` is ignored, and an `$id` may be a fragment. */
export function isOld(dialect: Dialect): boolean {
  return dialect === 'draft-07' || dialect === 'draft-06'
}

/**
 * The dialect that `$schema` names, or the given one if it names none.
 * @throws InvalidInput for an unknown dialect
 */
export function dialectOf(schema: Schema, otherwise: Dialect): Dialect {
  const named = typeof schema === 'object' ? schema.$schema : undefined
  if (named === undefined) return otherwise
  const found = KNOWN.find(([pattern]) => typeof named === 'string' && pattern.test(named))
  if (found) return found[1]
  throw new InvalidInput(
    'schema',
    'The dialect is not known; use 2020-12, 2019-09, draft 07 or draft 06 in $schema, or ' + 'leave it out',
  )
}
