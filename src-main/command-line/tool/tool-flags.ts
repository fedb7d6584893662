import { fieldText, fileReferenceIn } from '../input/field-text.ts'
import { fieldNamed, flagOf } from './field-flags.ts'
import type { FieldInfo, ToolInfo } from './tool-info.ts'
import { nearest } from '../terminal/check-arguments.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { findRoundedNumber } from '../../../src-shared/numbers/rounded-number.ts'

/** The arguments of one call on a command line. */
export interface ToolCallArgs {
  readonly fields: Readonly<Record<string, unknown>>
  /** Standard input is the value of the main field. */
  readonly readsStdin: boolean
}

/**
 * Parses `--field value` pairs by a tool's schema; `--pet-id` is the field `petId`, too. `--input JSON` gives the
 * whole input, `@FILE` reads a value from a file, `@file_ID`, `@toolgate://…` and `@gateway:PATH` refer to one that the
 * gateway reads, a bare `-` or value is the main field, and a list can be repeated or given as JSON.
 * @throws UsageError naming the wrong flag and the known ones
 */
export async function readToolFlags(tool: ToolInfo, args: readonly string[]): Promise<ToolCallArgs> {
  const fields: Record<string, unknown> = {}
  let readsStdin = false
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (word === '-') readsStdin = true
    else if (!word.startsWith('--')) await setMainField(tool, fields, word)
    else {
      const { name, value, used } = await readFlag(tool, word.slice(2), args[index + 1])
      index += used
      if (name === 'input') Object.assign(fields, objectIn(value, '--input'))
      else fields[name] = joined(fields[name], value)
    }
  }
  return { fields, readsStdin }
}

// A list's flag may be repeated; of any other flag the last value counts.
function joined(before: unknown, value: unknown): unknown {
  return Array.isArray(before) && Array.isArray(value) ? before.concat(value) : value
}

async function readFlag(
  tool: ToolInfo,
  flag: string,
  next: string | undefined,
): Promise<{ name: string; value: unknown; used: 0 | 1 }> {
  const equals = flag.indexOf('=')
  const written = equals === -1 ? flag : flag.slice(0, equals)
  const inline = equals === -1 ? undefined : flag.slice(equals + 1)
  const isNegated = written.startsWith('no-') && fieldNamed(tool, written) === null
  const asked = isNegated ? written.slice(3) : written
  const found = fieldNamed(tool, asked)
  if (asked === 'input' && found?.name !== 'input') {
    const text = inline ?? next
    if (text === undefined) throw new UsageError('--input takes the input as JSON.')
    return { name: asked, value: await fieldText(text, {}), used: inline === undefined ? 1 : 0 }
  }
  if (found === null) throw new UsageError(await unknownFlag(tool, written))
  const { name, field } = found
  const takesNothing = typeOf(field) === 'boolean' && inline === undefined
  if (takesNothing && next !== 'true' && next !== 'false') return { name, value: !isNegated, used: 0 }
  const text = inline ?? next
  if (text === undefined) throw new UsageError(`--${written} needs a value.`)
  return {
    name,
    value: fileReferenceIn(text) ?? valueOf(name, field, await fieldText(text, field)),
    used: inline === undefined ? 1 : 0,
  }
}

/** The type of value a field takes: its own, or JSON when it may take several. */
export function typeOf(field: FieldInfo): string {
  if (typeof field.type === 'string') return field.type
  return field.enum?.every((value) => typeof value === 'string') ? 'string' : 'json'
}

function valueOf(name: string, field: FieldInfo, text: string): unknown {
  switch (typeOf(field)) {
    case 'string':
      return text
    case 'number':
    case 'integer': {
      const number = Number(text)
      if (text.trim() === '' || Number.isNaN(number))
        throw new UsageError(`--${name} takes a number, not ${text}.`)
      refuseRounded(text.trim())
      return number
    }
    case 'boolean':
      return text === 'true'
    case 'array':
      if (text.trimStart().startsWith('[')) return jsonIn(text, `--${name}`)
      return [valueOf(name, { type: field.items?.type ?? 'string' }, text)]
    case 'object':
      return objectIn(text, `--${name}`)
    default:
      return jsonOrText(text, field)
  }
}

async function setMainField(tool: ToolInfo, fields: Record<string, unknown>, word: string): Promise<void> {
  const main = tool.main_field
  if (main === null || fields[main] !== undefined)
    throw new UsageError(`${tool.slug} takes its values as flags, and ${JSON.stringify(word)} has none.`)
  const field = tool.input_schema.properties[main] ?? {}
  fields[main] = fileReferenceIn(word) ?? valueOf(main, field, await fieldText(word, field))
}

function objectIn(value: unknown, flag: string): Record<string, unknown> {
  const read = typeof value === 'string' ? jsonIn(value, flag) : value
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new UsageError(`${flag} takes a JSON object.`)
  // Neither null nor an array, so it has string keys.
  return read as Record<string, unknown>
}

function jsonIn(text: string, flag: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw new UsageError(`${flag} takes JSON; this is not JSON: ${text.slice(0, 60)}`)
  }
  refuseRounded(text)
  return value
}

/**
 * The parsed JSON if the text is JSON, else the text itself: for fields that take anything.
 * @param field where it goes; one that takes JSON as text gets the text if its numbers have more digits than a value
 *   could keep
 * @throws UsageError for such a number elsewhere
 */
export function jsonOrText(text: string, field?: FieldInfo): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    // Not every text is meant as JSON.
    return text
  }
  if (field?.description?.includes('JSON as text') && findRoundedNumber(text)) return text
  refuseRounded(text)
  return value
}

/** @throws UsageError for JSON with a number that would become another one */
export function refuseRounded(text: string): void {
  const rounded = findRoundedNumber(text)
  if (rounded) throw new UsageError(`${rounded.message}.`)
}

async function unknownFlag(tool: ToolInfo, name: string): Promise<string> {
  const known = Object.keys(tool.input_schema.properties).map((field) => flagOf(tool, field).slice(2))
  const near = await nearest(name, known)
  const advice =
    near === null ? `It takes ${known.map((one) => `--${one}`).join(', ')}.` : `Did you mean --${near}?`
  return `${tool.slug} has no --${name}. ${advice}`
}
