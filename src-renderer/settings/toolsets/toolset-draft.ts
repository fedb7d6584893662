import { parseJson } from '../../../src-shared/parse-json.ts'
import type { FieldValues, ToolOfSet, ToolsetContent } from '../../../src-shared/toolsets/saved-toolset.ts'

/** A tool of a toolset as its form has it: presets are JSON texts, and nothing is an empty text. */
export interface ToolDraft {
  readonly slug: string
  description: string
  fixed: string
  defaults: string
}

/** A tool for the form. */
export function toDraft({ slug, description = '', fixed, defaults }: ToolOfSet): ToolDraft {
  return { slug, description, fixed: textOf(fixed), defaults: textOf(defaults) }
}

/** What the form says. @returns a sentence if presets of a tool are not JSON objects */
export function toContent(description: string, drafts: readonly ToolDraft[]): ToolsetContent | string {
  const tools: ToolOfSet[] = []
  for (const draft of drafts) {
    const [fixed, defaults] = [valuesOf(draft.fixed), valuesOf(draft.defaults)]
    if (fixed === null || defaults === null)
      return `The presets of ${draft.slug} must be JSON objects, such as {"field": "value"}.`
    tools.push({
      slug: draft.slug,
      ...(draft.description.trim() === '' ? {} : { description: draft.description.trim() }),
      ...(fixed === undefined ? {} : { fixed }),
      ...(defaults === undefined ? {} : { defaults }),
    })
  }
  return { ...(description.trim() === '' ? {} : { description: description.trim() }), tools }
}

function textOf(values: FieldValues | undefined): string {
  return values === undefined || Object.keys(values).length === 0 ? '' : JSON.stringify(values)
}

function valuesOf(text: string): FieldValues | null | undefined {
  if (text.trim() === '') return undefined
  try {
    const value = parseJson(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    // An object of JSON has texts as names.
    return isObject ? (value as FieldValues) : null
  } catch {
    // The form says what to write instead.
    return null
  }
}
