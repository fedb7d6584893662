import jsonata from 'jsonata'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** Nested calls; an expression with more is considered endless. */
const MAX_CALLS = 500
/** Functions that depend on more than the document, so their results must not be cached. */
const REMOVED = ['now', 'millis', 'random', 'shuffle']

/**
 * Evaluates a JSONata expression.
 * @returns the value, undefined if it finds nothing
 * @throws InvalidInput with the position, for text that is not JSONata and for what cannot be
 * computed
 */
export async function evaluateJsonata(text: string, document: unknown): Promise<unknown> {
  try {
    const expression = jsonata(text, { stack: MAX_CALLS })
    for (const name of REMOVED) {
      expression.registerFunction(name, () => {
        throw new InvalidInput('expression', `$${name}() is not available, because answers may be cached`)
      })
    }
    const value: unknown = await expression.evaluate(document)
    if (isFunction(value))
      throw new InvalidInput('expression', 'The result is a function; call it with arguments')
    return value
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    throw new InvalidInput('expression', sentenceOf(error))
  }
}

function isFunction(value: unknown): boolean {
  if (typeof value === 'function') return true
  return (
    typeof value === 'object' &&
    value !== null &&
    ('_jsonata_lambda' in value || '_jsonata_function' in value)
  )
}

// JSONata throws plain records with a message and a position.
function sentenceOf(error: unknown): string {
  // Whatever was thrown, an object has those two members or none.
  const { message, position } = Object(error) as { message?: unknown; position?: unknown }
  const place = typeof position === 'number' ? `, at character ${position}` : ''
  const reason = typeof message === 'string' ? message.replace(/\.$/, '') : 'it cannot be computed'
  return `The expression fails: ${reason.slice(0, 300).toWellFormed()}${place}`
}
