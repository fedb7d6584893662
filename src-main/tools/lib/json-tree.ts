import { MAX_BODY_DEPTH } from '../../../src-shared/limits.ts'
import { keepsDigits } from '../../../src-shared/numbers/number-digits.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

const MAX_VALUES = 200_000
const MAX_CHARS = 4_000_000
const MAX_WARNINGS = 100
// Leaves room for the field that will contain the value.
const MAX_DEPTH = MAX_BODY_DEPTH - 24

export interface JsonTree {
  readonly value: unknown
  /** Values that JSON cannot represent, with their place and how they were converted; the first 100. */
  readonly warnings: string[]
}

/**
 * Converts the result of another format's parser to JSON. Integers that a double cannot hold,
 * infinities and NaN become text, bytes Base64, times ISO 8601, sets lists. A value that is
 * referenced twice is written twice.
 * @param field the input's field, for the error
 * @param timeOf writes a time; by default with its milliseconds
 * @throws InvalidInput for values that contain themselves, and for more than fits into a JSON
 * answer
 */
export function toJsonTree(
  value: unknown,
  field: string,
  timeOf = (time: Date): string => time.toJSON() ?? '',
): JsonTree {
  const writer = new TreeWriter(field, timeOf)
  return { value: writer.write(value, '', 0), warnings: writer.warnings }
}

class TreeWriter {
  readonly warnings: string[] = []
  readonly #field: string
  readonly #timeOf: (time: Date) => string
  #values = 0
  #chars = 0

  constructor(field: string, timeOf: (time: Date) => string) {
    this.#field = field
    this.#timeOf = timeOf
  }

  write(value: unknown, path: string, depth: number): unknown {
    if (++this.#values > MAX_VALUES) this.#refuse(`holds more than ${MAX_VALUES} values`)
    if (depth > MAX_DEPTH) this.#refuse(`has more than ${MAX_DEPTH} levels, or contains itself`)
    switch (typeof value) {
      case 'string':
        return this.#text(value)
      case 'number':
        return Number.isFinite(value) ? value : this.#asText(String(value), path, 'JSON has no such number')
      case 'bigint':
        return this.#integer(value, path)
      case 'boolean':
        return value
      case 'object':
        return value === null ? null : this.#composite(value, path, depth)
      default:
        return null
    }
  }

  #composite(value: object, path: string, depth: number): unknown {
    if (value instanceof Date) return this.#text(this.#timeOf(value))
    if (value instanceof Uint8Array) return this.#text(Buffer.from(value).toString('base64'))
    if (Array.isArray(value) || value instanceof Set)
      return Array.from(value, (member, at) => this.write(member, `${path}/${at}`, depth + 1))
    const members = value instanceof Map ? [...value.entries()] : Object.entries(value)
    return Object.fromEntries(
      members.map(([name, member]) => {
        const key = this.#text(String(name))
        return [key, this.write(member, `${path}/${key.slice(0, 40)}`, depth + 1)]
      }),
    )
  }

  #integer(value: bigint, path: string): unknown {
    const written = String(value)
    // 2^63 is a float, too, but is written 9223372036854776000.
    if (keepsDigits(written)) return Number(value)
    return this.#asText(written, path, 'the integer would lose digits')
  }

  #asText(text: string, path: string, reason: string): string {
    if (this.warnings.length < MAX_WARNINGS)
      this.warnings.push(`${path.slice(-200).toWellFormed() || 'The document'} became text: ${reason}`)
    return this.#text(text)
  }

  #text(text: string): string {
    this.#chars += text.length
    if (this.#chars > MAX_CHARS) this.#refuse(`would have more than ${MAX_CHARS} characters as JSON`)
    if (!text.isWellFormed()) this.#refuse('contains half of a surrogate pair')
    return text
  }

  #refuse(reason: string): never {
    throw new InvalidInput(this.#field, `The document ${reason}; send less, or in parts`)
  }
}
