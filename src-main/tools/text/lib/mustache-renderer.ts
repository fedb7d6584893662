import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_OUTPUT_CHARS = 2_000_000

/**
 * Renders a Mustache template. Names only reach own members of the data, never members that every
 * JavaScript object inherits.
 * @returns the text, and the names that have no value
 * @throws InvalidInput when a template is malformed, includes itself endlessly, or makes over 2
 * million characters
 */
export async function renderMustache(
  template: string,
  data: unknown,
  partials: Readonly<Record<string, string>>,
  escapeHtml: boolean,
): Promise<{ text: string; missing: string[] }> {
  const { default: mustache } = await import('mustache')
  const missing = new Set<string>()

  class OwnContext extends mustache.Context {
    override push(view: unknown): OwnContext {
      return new OwnContext(view, this)
    }

    override lookup(name: string): unknown {
      if (name === '.') return this.view
      const [first = '', ...rest] = name.split('.')
      // Only the first part of a dotted name is looked up in the context stack (Mustache
      // specification, "Context Precedence").
      if (isObject(this.view) && Object.hasOwn(this.view, first))
        return memberOf(this.view, [first, ...rest])
      return this.parent?.lookup(name)
    }
  }

  class PlainWriter extends mustache.Writer {
    override escapedValue(tag: string[], context: OwnContext): string {
      const text = this.unescapedValue(tag, context)
      return escapeHtml ? mustache.escape(text) : text
    }

    override unescapedValue([, name = '']: string[], context: OwnContext): string {
      const value = context.lookup(name)
      if (value === undefined) missing.add(name)
      return textOf(value)
    }
  }

  try {
    const partialOf = (name: string) => (Object.hasOwn(partials, name) ? partials[name] : undefined)
    const text = new PlainWriter().render(template, new OwnContext(data), partialOf)
    if (text.length > MAX_OUTPUT_CHARS)
      throw new InvalidInput(
        'data',
        `The result would have more than ${MAX_OUTPUT_CHARS} characters; render the template in parts`,
      )
    return { text, missing: [...missing] }
  } catch (error) {
    throw toInvalidInput(error)
  }
}

function memberOf(view: unknown, path: readonly string[]): unknown {
  let value = view
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

// JavaScript would write [object Object].
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function toInvalidInput(error: unknown): Error {
  if (error instanceof InvalidInput) return error
  if (error instanceof RangeError)
    return new InvalidInput(
      'template',
      'The template nests too deeply, or a partial includes itself endlessly; add an end condition',
    )
  const reason = error instanceof Error ? error.message : String(error)
  return new InvalidInput(
    'template',
    `This is not a Mustache template: ${reason.slice(0, 200)} (counted in characters)`,
  )
}
