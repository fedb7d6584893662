import { type Schema, Validator } from '@cfworker/json-schema'
import type { Issue } from '../../../src-shared/errors.ts'
import type { JsonSchema } from '../../gateway/gateway-types.ts'

/** Values that take longer to check than a key press are left to the gateway. */
const MAX_CHARS = 200_000

type Check = (input: unknown) => readonly Issue[]

const checks = new WeakMap<JsonSchema, Check>()

/** What does not fit a tool's schema, without what is merely missing; the gateway's own check decides. */
export function schemaIssues(
  schema: JsonSchema,
  input: Readonly<Record<string, unknown>>,
): readonly Issue[] {
  const check = checks.get(schema) ?? createCheck(schema)
  checks.set(schema, check)
  return JSON.stringify(input).length > MAX_CHARS ? [] : check(input)
}

function createCheck(schema: JsonSchema): Check {
  // The gateway's own schema; the form's type of it knows fewer keywords and is looser about them.
  const validator = new Validator(schema as Schema, '2020-12', false)
  return (input) => {
    const found = new Map<string, string>()
    for (const { keyword, instanceLocation, error } of validator.validate(input).errors) {
      const path = instanceLocation.replace(/^#\/?/, '')
      if (path !== '' && keyword !== 'required') found.set(path, error)
    }
    // An object is wrong because a member is: only the innermost is worth telling.
    return [...found]
      .filter(([path]) => ![...found.keys()].some((other) => other.startsWith(`${path}/`)))
      .map(([path, error]) => ({ path: decodeURIComponent(path), message: inWords(error) }))
  }
}

function inWords(error: string): string {
  if (/^False boolean schema/.test(error)) return 'The tool does not know this field.'
  const [, found, wanted] = /^Instance type "(\w+)" is invalid. Expected "?([^".]+)"?/.exec(error) ?? []
  return found && wanted ? `This has to be ${wanted.replaceAll(',', ' or')}, and is ${found}.` : error
}
