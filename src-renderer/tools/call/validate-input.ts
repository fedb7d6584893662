import { type Schema, Validator } from '@cfworker/json-schema'
import type { Issue } from '../../../src-shared/errors.ts'
import type { JsonSchema } from '../../gateway/gateway-types.ts'

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
  const check = checks.get(schema) ?? createCheck(schema)
  checks.set(schema, check)
  return JSON.stringify(input).length > MAX_CHARS ? [] : check(input)
}

function createCheck(schema: JsonSchema): Check {
  // The gateway's schema; the form's type covers fewer keywords, less strictly.
  const validator = new Validator(schema as Schema, '2020-12', false)
  return (input) => {
    const found = new Map<string, string>()
    for (const { keyword, instanceLocation, error } of validator.validate(input).errors) {
      const path = instanceLocation.replace(/^#\/?/, '')
      if (path !== '' && keyword !== 'required') found.set(path, error)
    }
    // An object with an invalid member is invalid too; report only the innermost error.
    return [...found]
      .filter(([path]) => ![...found.keys()].some((other) => other.startsWith(`${path}/`)))
      .map(([path, error]) => ({ path: decodeURIComponent(path), message: inWords(error) }))
  }
}

function inWords(error: string): string {
  if (/^False boolean schema/.test(error)) return 'This tool has no such field.'
  const [, found, wanted] = /^Instance type "(\w+)" is invalid. Expected "?([^".]+)"?/.exec(error) ?? []
  return found && wanted ? `This must be ${wanted.replaceAll(',', ' or')}, not ${found}.` : error
}
