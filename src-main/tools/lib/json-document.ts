import { z } from 'zod'
import { NotJson, parseJsonText } from '../../inference/index.ts'
import { ExactNumber, mayDiffer, mayLoseDigits, parseExactJson, parseWrittenJson } from './exact-json.ts'
import { jsonProblemOf } from './sound-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

/** How numbers beyond a 64-bit float are handled; every tool that reads JSON says it the same way. */
export const NUMBERS_NOTE =
  'numbers are 64-bit floats; a text keeps the digits of longer ones, or a warning names them'

/** Says of a field of any value that a text in it is read as JSON, which is all that some callers can send. */
export const JSON_AS_TEXT = { contentMediaType: 'application/json' }

/**
 * A field that accepts any JSON value, or JSON as text.
 * @param meaning what the value is, as the start of the field's description
 */
export function jsonField(meaning: string): z.ZodUnknown {
  return z
    .unknown()
    .refine((value) => value !== undefined, 'Send a JSON value, or JSON as text; null is a value too')
    .meta({
      description: `${meaning}: any JSON value, or JSON as text (${NUMBERS_NOTE})`,
      ...JSON_AS_TEXT,
    })
}

/**
 * The JSON value of such a field; text is parsed, so a JSON string is sent with its quotes.
 * @param field its name, for the error
 * @throws InvalidInput for text that is not JSON, and for what cannot be serialized as JSON again
 */
export function readJson(value: unknown, field: string): unknown {
  const document = typeof value === 'string' ? parsed(value, field) : value
  const problem = jsonProblemOf(document)
  if (problem) throw new InvalidInput(field, `The document cannot be returned as JSON: ${problem}`)
  return document
}

/**
 * The same with each number of a text that a float would change as an ExactNumber, for tools that compare numbers.
 * @param field its name, for the error
 * @throws InvalidInput as readJson does
 */
export function readExactJson(value: unknown, field: string): unknown {
  const document = readJson(value, field)
  return typeof value === 'string' && mayLoseDigits(value) ? parseExactJson(value) : document
}

/**
 * The same with each number of a text as an ExactNumber unless it would be written as it was sent, for tools that
 * write numbers.
 * @param field its name, for the error
 * @throws InvalidInput as readJson does
 */
export function readWrittenJson(value: unknown, field: string): unknown {
  const document = readJson(value, field)
  return typeof value === 'string' && mayDiffer(value) ? parseWrittenJson(value) : document
}

function parsed(text: string, field: string): unknown {
  try {
    return parseJsonText(text)
  } catch (error) {
    if (error instanceof NotJson)
      throw new InvalidInput(field, `${error.message}; to send a string as the value, put it in quotes`)
    throw error
  }
}

/** Whether a JSON value is an object, not null, a list or an ExactNumber. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  )
}
