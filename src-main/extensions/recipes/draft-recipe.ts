import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import {
  pointerOf,
  STEP_ID,
  type Link,
  type RecipeContent,
  type RecipeStep,
} from '../../../src-shared/recipes/recipe.ts'
import type { JsonSchema } from '../../registry/field-schema.ts'

/** A call that was made, as a recipe is drafted from it. */
export interface PastStep {
  readonly slug: string
  readonly title: string
  readonly input: Readonly<Record<string, unknown>>
  /** What it gave, without the name of the engine. */
  readonly output: Readonly<Record<string, unknown>>
  readonly fields: ReadonlySet<string>
  readonly inputSchema: JsonSchema
  /** The field that a bare input fills. */
  readonly mainField: string | null
}

/** A recipe that does again what some calls did. */
export interface DraftedRecipe {
  readonly recipe: RecipeContent
  /** How many values became links to what an earlier call gave. */
  readonly links: number
}

/** Values that are looked for in what earlier calls gave; a short text or a number is the same by chance. */
const LINKED_CHARS = 4
/** How many values of an answer are compared. */
const MOST_VALUES = 5_000

/**
 * Makes a recipe of calls in their order: what a call took from another becomes a link, the main field of the first
 * becomes the input, and all else stays as it was sent.
 */
export function draftRecipe(calls: readonly PastStep[]): DraftedRecipe {
  const known: { readonly pointer: string; readonly value: unknown }[] = []
  const steps: RecipeStep[] = []
  let links = 0
  let input: JsonSchema = { type: 'object', properties: {}, additionalProperties: false }
  for (const [index, call] of calls.entries()) {
    const id = idFor(call.slug, steps)
    const main = index === 0 ? mainOf(call) : null
    const fields = Object.entries(call.input).map(([name, value]): [string, unknown] => {
      if (name === main) return [name, { $from: pointerOf(['input', name]) } satisfies Link]
      const found = known.find((one) => isDeepStrictEqual(one.value, value))
      if (!found || !isTelling(value)) return [name, value]
      links++
      return [name, { $from: found.pointer } satisfies Link]
    })
    if (main !== null) input = inputOf(main, call)
    steps.push({ id, tool: call.slug, input: Object.fromEntries(fields) })
    // What was given last is found first.
    known.unshift(...valuesIn(call.output, [id]))
  }
  const last = calls.at(-1)
  const id = steps.at(-1)?.id ?? ''
  const output = Object.keys(last?.output ?? {}).map((name): [string, unknown] => [
    name,
    { $from: pointerOf([id, name]) },
  ])
  const titles = calls.map(({ title }) => title)
  return {
    recipe: {
      title: titles.join(', then ').slice(0, 200),
      summary: `Runs ${calls.map(({ slug }) => slug).join(', then ')}.`.slice(0, 1_000),
      input,
      steps,
      output: output.length > 0 ? Object.fromEntries(output) : { all: { $from: pointerOf([id]) } },
    },
    links,
  }
}

// What the first call was made for: its main field, or its first one.
function mainOf({ input, mainField, fields }: PastStep): string | null {
  if (mainField !== null && Object.hasOwn(input, mainField)) return mainField
  return [...fields].find((name) => Object.hasOwn(input, name)) ?? null
}

function inputOf(name: string, { inputSchema }: PastStep): JsonSchema {
  const { properties } = inputSchema
  const schema = isObject(properties) ? properties[name] : undefined
  // A reference would lead into a schema that is not here.
  const isWhole = isObject(schema) && !JSON.stringify(schema).includes('"$ref"')
  return {
    type: 'object',
    properties: { [name]: isWhole ? schema : {} },
    required: [name],
    additionalProperties: false,
  }
}

function idFor(slug: string, steps: readonly RecipeStep[]): string {
  const word =
    slug
      .split(/__|-/)
      .at(-1)
      ?.replaceAll(/[^a-z0-9_]/g, '')
      .slice(0, 24) ?? ''
  const base = STEP_ID.test(word) && word !== 'input' ? word : 'step'
  const isTaken = (id: string): boolean => steps.some((step) => step.id === id)
  let id = base
  for (let count = 2; isTaken(id); count++) id = `${base}_${count}`
  return id
}

function valuesIn(value: unknown, names: readonly (string | number)[], left = { values: MOST_VALUES }) {
  const found: { pointer: string; value: unknown }[] = []
  if (left.values-- <= 0) return found
  found.push({ pointer: pointerOf(names), value })
  if (typeof value !== 'object' || value === null) return found
  for (const [name, member] of Object.entries(value))
    found.push(...valuesIn(member, [...names, name], left))
  return found
}

function isTelling(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= LINKED_CHARS
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
