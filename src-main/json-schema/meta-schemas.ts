import type { Dialect } from '../../src-shared/json-schema/schema-dialects.ts'
import type { PublishedSchemas } from '../../src-shared/json-schema/schema-document.ts'
import of2019 from './meta-2019-09.json' with { type: 'json' }
import of2020 from './meta-2020-12.json' with { type: 'json' }
import of6 from './meta-draft-06.json' with { type: 'json' }
import of7 from './meta-draft-07.json' with { type: 'json' }

/** The schema that every schema of a dialect must match. */
export const META_SCHEMA: Readonly<Record<Dialect, string>> = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  'draft-06': 'http://json-schema.org/draft-06/schema',
}

/** The documents of json-schema.org that any schema may refer to without their being fetched. */
export const META_SCHEMAS: PublishedSchemas = new Map(
  [of6, of7, of2019, of2020].flat().map((schema) => [schema.$id.replace('#', ''), schema]),
)
