import { parseJson } from '../../../src-shared/parse-json.ts'
import type { NamedRecipe } from './recipes.ts'

const PREFIX = 'recipe__'

/** A recipe as its form has it: everything that is JSON as text. */
export interface RecipeDraft {
  name: string
  title: string
  summary: string
  input: string
  steps: { id: string; tool: string; input: string }[]
  output: string
}

/** What the form shows first. */
export function toDraft({ slug, title, summary, input, steps, output }: NamedRecipe): RecipeDraft {
  return {
    ...{ name: slug.replace(PREFIX, ''), title, summary },
    ...{ input: textOf(input), output: textOf(output) },
    steps: steps.map((step) => ({ ...step, input: textOf(step.input) })),
  }
}

/** The recipe that a form holds, or what is wrong with its JSON. */
export function toRecipe({ name, title, summary, ...draft }: RecipeDraft): NamedRecipe | string {
  try {
    return {
      ...{ slug: PREFIX + name.trim(), title: title.trim(), summary: summary.trim() || title.trim() },
      input: objectIn(draft.input, 'What it takes'),
      steps: draft.steps.map((step) => ({
        ...{ id: step.id.trim(), tool: step.tool.trim() },
        input: objectIn(step.input, `The fields of step ${step.id}`),
      })),
      output: objectIn(draft.output, 'What it gives'),
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The object in a JSON text. @throws Error naming what it is */
export function objectIn(text: string, what: string): Record<string, unknown> {
  let read: unknown
  try {
    read = parseJson(text.trim() || '{}')
  } catch {
    throw new Error(`${what} must be JSON.`)
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error(`${what} must be a JSON object.`)
  // An object of JSON has texts as names.
  return read as Record<string, unknown>
}

/** A recipe to begin with. */
export const NEW_RECIPE: NamedRecipe = {
  ...{ slug: PREFIX, title: '', summary: '' },
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  steps: [{ id: 'first', tool: '', input: {} }],
  output: { result: { $from: '/first' } },
}

function textOf(value: object): string {
  return JSON.stringify(value, null, 2)
}
