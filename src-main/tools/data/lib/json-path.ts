import {
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathError,
  Nothing,
  type JSONValue,
} from 'json-p3'
import { isJsonObject } from '../../lib/json-document.ts'
import { pathFaultOf } from './json-path-faults.ts'
import { pointerTo } from './json-pointer.ts'
import { LinearPattern } from './linear-pattern.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { MAX_BODY_DEPTH } from '../../../../src-shared/limits.ts'

const MAX_FOUND = 100_000

export interface PathMatch {
  readonly value: unknown
  /** RFC 6901. */
  readonly pointer: string
}

const environment = new JSONPathEnvironment({ strict: true, maxRecursionDepth: MAX_BODY_DEPTH + 2 })
environment.functionRegister.set('match', new LinearPattern('whole'))
environment.functionRegister.set('search', new LinearPattern('part'))

// RFC 9535, 2.4.4 counts the characters of a text; the library counts its UTF-16 code units.
environment.functionRegister.set('length', {
  argTypes: [FunctionExpressionType.ValueType],
  returnType: FunctionExpressionType.ValueType,
  call(value: unknown): unknown {
    if (typeof value === 'string') return Array.from(value).length
    if (Array.isArray(value)) return value.length
    return isJsonObject(value) ? Object.keys(value).length : Nothing
  },
})

/**
 * The values that a JSONPath (RFC 9535) selects, in the order of the document.
 * @throws InvalidInput for a path that is not valid, and for one that selects more than 100,000 values
 */
export function selectByPath(document: unknown, path: string): PathMatch[] {
  const found: PathMatch[] = []
  try {
    // What a JSON text or body holds is JSON.
    for (const { value, location } of environment.lazyQuery(path, document as JSONValue)) {
      if (found.length === MAX_FOUND)
        throw new InvalidInput('path', `The path finds more than ${MAX_FOUND} values; narrow it`)
      found.push({ value, pointer: location.reduce<string>(pointerTo, '') })
    }
  } catch (error) {
    if (error instanceof JSONPathError) throw new InvalidInput('path', pathFaultOf(path, error))
    if (error instanceof RangeError)
      throw new InvalidInput('path', 'The path is nested too deeply; split it into several queries')
    throw error
  }
  return found
}
