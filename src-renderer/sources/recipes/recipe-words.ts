import { isLink, namesOf, pointerOf } from '../../../src-shared/recipes/recipe.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { objectIn, type RecipeDraft } from './recipe-draft.ts'

/** A field of a step in words, with the pointer of a link. */
export interface FieldWords {
  readonly field: string
  readonly words: string
  readonly pointer: string | null
}

type Steps = RecipeDraft['steps']

/**
 * Tells where each field of a step comes from: "slug of step 1", or the fixed value.
 * @param fields the fields as JSON
 * @returns none while the text is not a JSON object
 */
export function fieldWords(fields: string, steps: Steps): readonly FieldWords[] {
  return Object.entries(readObject(fields)).map(([field, value]) =>
    isLink(value)
      ? { field, words: linkWords(String(value.$from), steps), pointer: String(value.$from) }
      : { field, words: JSON.stringify(value), pointer: null },
  )
}

/**
 * The fields of a step whose tool was just chosen, as JSON: its main field gets the main output of the step before, or
 * the first of what the recipe takes.
 * @param index the place of the step
 */
export function firstFields(
  tool: Tool,
  index: number,
  { steps, input }: Pick<RecipeDraft, 'steps' | 'input'>,
  toolOf: (slug: string) => Tool | undefined,
): string {
  const required = tool.input_schema.required ?? []
  const field = tool.main_field ?? required[0] ?? Object.keys(tool.input_schema.properties ?? {})[0]
  if (field === undefined) return '{}'
  const before = steps[index - 1]
  const from = before
    ? [before.id, ...namesIn(toolOf(before.tool)?.main_output ?? '')]
    : ['input', ...firstOf(input)]
  return JSON.stringify({ [field]: { $from: pointerOf(from) } }, null, 2)
}

// A main output such as `phones[].e164` is in every item of a list: the first is taken.
function namesIn(mainOutput: string): readonly string[] {
  return mainOutput === '' ? [] : mainOutput.replaceAll('[]', '.0').split('.')
}

function linkWords(from: string, steps: Steps): string {
  const names = namesOf(from)
  if (names === null) return 'nothing, because that is not a pointer'
  const [source, ...path] = names
  const index = steps.findIndex(({ id }) => id === source)
  if (source !== 'input' && index < 0) return `nothing, because no step is called ${source}`
  const whose = source === 'input' ? 'what the recipe takes' : `step ${index + 1}`
  return `${path.join(', ') || 'all'} of ${whose}`
}

function firstOf(schema: string): readonly string[] {
  const { properties } = readObject(schema)
  return typeof properties === 'object' ? Object.keys(properties ?? {}).slice(0, 1) : []
}

// A text that is not finished has no members yet.
function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectIn(text, 'It')
  } catch {
    return {}
  }
}
