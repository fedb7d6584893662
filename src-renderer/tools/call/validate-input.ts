import type { Issue } from '../../../src-shared/errors.ts'
import { createCheck } from '../../../src-shared/json-schema/check-values.ts'
import type { JsonSchema } from '../../gateway/gateway-types.ts'
import { innermostFaults } from '../../ui/text/fault-words.ts'

/** Checking longer values on each key press would be too slow; the gateway checks those. */
const MAX_CHARS = 200_000

type Check = (input: unknown) => readonly Issue[]

const checks = new WeakMap<JsonSchema, Check>()

/**
 * Errors of an input against a tool's schema, except missing fields. The gateway has the last word.
 */
export function schemaIssues(
  schema: JsonSchema,
  input: Readonly<Record<string, unknown>>,
): readonly Issue[] {
  const check = checks.get(schema) ?? createIssueCheck(schema)
  checks.set(schema, check)
  return JSON.stringify(input).length > MAX_CHARS ? [] : check(input)
}

function createIssueCheck(schema: JsonSchema): Check {
  // The gateway's own schema; the form's type of it names only some of its keywords.
  const faultsOf = createCheck({ ...schema })
  return (input) => {
    const faults = faultsOf(input).filter(({ keyword }) => keyword !== 'required')
    const unknown = faults.flatMap(({ keyword, path, property }) =>
      keyword === 'additionalProperties' && property !== undefined
        ? [{ path: `${path}/${property}`.slice(1), message: `There is no field ${property} here.` }]
        : [],
    )
    const others = innermostFaults(faults.filter(({ keyword }) => keyword !== 'additionalProperties'))
    const issues = [...others].map(([path, words]) => ({ path: path.slice(1), message: `This ${words}.` }))
    return [...unknown, ...issues].filter(({ path }) => path !== '')
  }
}
