import { z } from 'zod'
import { namedValues } from '../../lib/named-values.ts'
import { wellFormedText } from '../../lib/well-formed-text.ts'

// Names joined by slashes, none of which leads out of the folder. It is not in the schema, which every conversation
// with a model pays for.
const MODULE_PATH = /^(?:\w[\w.-]{0,63}\/){0,8}\w[\w.-]{0,63}\.(?:jq|json)$/
const MOST = 50

/** The modules of a filter: texts by path. */
export const MODULES = namedValues(
  z.string().refine((path) => MODULE_PATH.test(path), 'Write a path such as lib/money.jq or rates.json'),
  wellFormedText(100_000),
)
  .refine((modules) => Object.keys(modules).length <= MOST, `At most ${MOST} modules can be given`)
  .default({})
  .describe('What the filter imports: texts by path')
