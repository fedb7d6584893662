import { namesOf, pointerOf } from '../../../src-shared/recipes/recipe.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { fieldsOf, type Field } from '../../tools/call/schema-fields.ts'
import { toPlace, valueOf, type NamedPlace } from './place.ts'
import { toInputs, toSchema, type InputsDraft } from './recipe-inputs.ts'
import type { NamedRecipe } from './recipes.ts'

const PREFIX = 'recipe__'

/** A step as its card has it. */
export interface StepDraft {
  id: string
  tool: string
  fields: NamedPlace[]
}

/** A recipe as its form has it. */
export interface RecipeDraft extends InputsDraft {
  name: string
  title: string
  summary: string
  steps: StepDraft[]
  outputs: NamedPlace[]
}

/** Finds a tool that is served. */
export type ToolOf = (slug: string) => Tool | undefined

/** What the form shows of a recipe. */
export function toDraft({ slug, title, summary, ...recipe }: NamedRecipe, toolOf: ToolOf): RecipeDraft {
  return {
    ...{ name: slug.replace(PREFIX, ''), title, summary },
    ...toInputs(recipe.input),
    steps: recipe.steps.map(({ id, tool, input }) => ({ id, tool, fields: placesIn(input, toolOf(tool)) })),
    outputs: placesIn(recipe.output),
  }
}

/** The recipe that a form holds, or the first thing that is wrong with it. */
export function toRecipe(draft: RecipeDraft, toolOf: ToolOf): NamedRecipe | string {
  const { name, title, summary } = draft
  try {
    return {
      ...{ slug: PREFIX + name.trim(), title: title.trim(), summary: summary.trim() || title.trim() },
      input: { ...toSchema({ ...draft, inputs: named(draft.inputs, 'What it takes') }) },
      steps: draft.steps.map((step, at) => stepOf(step, `of step ${at + 1}`, toolOf)),
      output: valuesOf(named(draft.outputs, 'What it gives'), 'that it gives'),
    }
  } catch (error) {
    if (error instanceof NotReady) return error.message
    throw error
  }
}

/** The field of a tool with this name. */
export function fieldOf(tool: Tool | undefined, name: string): Field | undefined {
  return tool && fieldsOf(tool.input_schema).find((field) => field.name === name)
}

/** The recipe in a JSON text, under the slug that it has. @returns a sentence when it is not one */
export function recipeIn(text: string, slug: string): NamedRecipe | string {
  let read: unknown
  try {
    read = parseJson(text)
  } catch {
    return 'The recipe must be JSON.'
  }
  return isContent(read)
    ? { ...read, slug }
    : 'A recipe has a title, a summary, input and output as objects, and a list of steps with id, tool and input.'
}

/** A recipe as JSON, without its slug. */
export function jsonOf({ slug: _slug, ...content }: NamedRecipe): string {
  return JSON.stringify(content, null, 2)
}

/** Lets every link that begins with these names begin with others: a step or an input is called otherwise. */
export function renameLinks(draft: RecipeDraft, from: readonly string[], to: readonly string[]): void {
  for (const one of [...draft.steps.flatMap(({ fields }) => fields), ...draft.outputs]) {
    if (one.place.from !== 'link') continue
    const names = namesOf(one.place.pointer) ?? []
    if (from.every((name, at) => names[at] === name))
      one.place = { ...one.place, pointer: pointerOf([...to, ...names.slice(from.length)]) }
  }
}

/** A recipe to begin with. */
export const NEW_RECIPE: NamedRecipe = {
  ...{ slug: PREFIX, title: '', summary: '' },
  input: {
    ...{ type: 'object', properties: { text: { type: 'string' } } },
    ...{ required: ['text'], additionalProperties: false },
  },
  steps: [{ id: 'step1', tool: '', input: {} }],
  output: { result: { $from: '/step1' } },
}

class NotReady extends Error {}

function placesIn(values: Readonly<Record<string, unknown>>, tool?: Tool): NamedPlace[] {
  const fields = new Map(tool && fieldsOf(tool.input_schema).map((field) => [field.name, field]))
  return Object.entries(values).map(([name, value]) => ({ name, place: toPlace(value, fields.get(name)) }))
}

function stepOf(
  { id, tool: slug, fields }: StepDraft,
  whose: string,
  toolOf: ToolOf,
): NamedRecipe['steps'][number] {
  if (slug === '') throw new NotReady(`Choose the tool ${whose}.`)
  const tool = toolOf(slug)
  const unset = tool?.input_schema.required?.find((name) => fields.every((one) => one.name !== name))
  if (unset !== undefined) throw new NotReady(`${unset} ${whose} is needed.`)
  return { id: id.trim(), tool: slug, input: valuesOf(fields, whose, tool) }
}

function valuesOf(places: readonly NamedPlace[], whose: string, tool?: Tool): Record<string, unknown> {
  return Object.fromEntries(
    places.map(({ name, place }) => {
      const value = valueOf(place, fieldOf(tool, name))
      if (typeof value === 'string') throw new NotReady(`${name} ${whose}: ${value}`)
      return [name.trim(), value[0]]
    }),
  )
}

// Of two values with one name only the last would stay.
function named<T extends { readonly name: string }>(all: T[], what: string): T[] {
  const names = all.map(({ name }) => name.trim())
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (names.includes('')) throw new NotReady(`${what} needs a name for each value.`)
  if (twice !== undefined) throw new NotReady(`${what} has two values called ${twice}.`)
  return all
}

function isContent(value: unknown): value is Omit<NamedRecipe, 'slug'> {
  if (!isRecord(value)) return false
  const { title, summary, input, output, steps } = value
  return (
    [title, summary].every((text) => typeof text === 'string') &&
    [input, output].every(isRecord) &&
    Array.isArray(steps) &&
    steps.every(
      (step: unknown) =>
        isRecord(step) &&
        isRecord(step['input']) &&
        [step['id'], step['tool']].every((text) => typeof text === 'string'),
    )
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
