import { namesOf, pointerOf } from '../../../src-shared/recipes/recipe.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { offeredValues } from '../../tools/pick/offered-values.ts'
import type { NamedPlace } from './place.ts'
import type { RecipeDraft, StepDraft, ToolOf } from './recipe-draft.ts'

/** Where values can come from: what the recipe takes, or what one step gives. */
export interface Offer {
  readonly label: string
  readonly pointers: readonly string[]
}

/** Where a link leads, in words: "slug of step 1". */
export function linkWords(pointer: string, steps: readonly StepDraft[]): string {
  const names = namesOf(pointer)
  if (names === null) return 'nothing, because that is not a pointer'
  const [source, ...path] = names
  const index = steps.findIndex(({ id }) => id === source)
  if (source !== 'input' && index < 0) return `nothing, because no step is called ${source}`
  const whose = source === 'input' ? 'what the recipe takes' : `step ${index + 1}`
  return `${path.join(', ') || 'all'} of ${whose}`
}

/** What a step can take, or what the recipe can give. @param before how many of the steps have run by then */
export function offersBefore(
  before: number,
  { inputs, steps }: Pick<RecipeDraft, 'inputs' | 'steps'>,
  toolOf: ToolOf,
): readonly Offer[] {
  const taken = {
    label: 'What the recipe takes',
    pointers: inputs.map(({ name }) => pointerOf(['input', name])),
  }
  const given = steps.slice(0, before).map(({ id, tool: slug }, at) => {
    const tool = toolOf(slug)
    const paths = tool ? offeredValues(tool) : [null]
    return {
      label: `Step ${at + 1}${tool ? `, ${tool.name}` : ''}`,
      pointers: paths.map((path) => pointerOf([id, ...namesIn(path ?? '')])),
    }
  })
  // What was given last is wanted most.
  return [...given.reverse(), taken].filter(({ pointers }) => pointers.length > 0)
}

/**
 * The fields of a step whose tool was just chosen: its main field gets the main output of the step before, or the
 * first of what the recipe takes; other required fields are shown to be filled in.
 * @param index the place of the step
 */
export function firstFields(
  tool: Tool,
  index: number,
  { steps, inputs }: Pick<RecipeDraft, 'inputs' | 'steps'>,
  toolOf: ToolOf,
): NamedPlace[] {
  const required = tool.input_schema.required ?? []
  const field = tool.main_field ?? required[0] ?? Object.keys(tool.input_schema.properties ?? {})[0]
  if (field === undefined) return []
  const before = steps[index - 1]
  const from = before
    ? [before.id, ...namesIn(toolOf(before.tool)?.main_output ?? '')]
    : ['input', ...inputs.slice(0, 1).map(({ name }) => name)]
  return [{ name: field, place: { from: 'link', pointer: pointerOf(from) } }]
}

// A main output such as `phones[].e164` is in every item of a list: the first is taken.
function namesIn(path: string): readonly string[] {
  return path === '' ? [] : path.replaceAll('[]', '.0').split('.')
}
