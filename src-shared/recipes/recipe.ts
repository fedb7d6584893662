/** A JSON Schema, as an object. */
type Schema = Readonly<Record<string, unknown>>

/** A value that is taken from the input of a recipe or from what an earlier step gave. */
export interface Link {
  /** A JSON Pointer (RFC 6901) whose first name is `input` or the id of a step. */
  readonly $from: string
}

/** One call of a recipe. */
export interface RecipeStep {
  /** Names what it gives for later steps. */
  readonly id: string
  /** The slug of its tool. */
  readonly tool: string
  /** The fields of the call: values in which a link stands for what it points to. */
  readonly input: Readonly<Record<string, unknown>>
}

/** What the owner saves: tools that run one after the other in one call. */
export interface RecipeContent {
  readonly title: string
  readonly summary: string
  /** The schema of what a caller sends. */
  readonly input: Schema
  readonly steps: readonly RecipeStep[]
  /** What the call gives: values and links by name. */
  readonly output: Readonly<Record<string, unknown>>
}

/** A saved recipe. */
export interface Recipe extends RecipeContent {
  readonly slug: string
  /** Counts how often it was saved. */
  readonly version: number
  /** When it was saved last, in milliseconds since 1970. */
  readonly savedAt: number
}

/** The id that stands for all recipes where tools of sources have that of their source. */
export const RECIPE_SOURCE = 'recipe'

/** The most of everything; `calls` counts the tools of recipes within recipes too. */
export const RECIPE_LIMITS = {
  recipes: 200,
  steps: 20,
  depth: 3,
  calls: 100,
  jsonChars: 65_536,
  nesting: 32,
  /** What all steps of a call give together, in characters of JSON. */
  dataChars: 32 * 1024 * 1024,
} as const

/** A slug that a recipe can have: at most 48 characters, as all tools of sources. */
export const RECIPE_SLUG = /^recipe__[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** An id that a step can have. */
export const STEP_ID = /^[a-z][a-z0-9_]{0,31}$/

/** Whether a value is an object with a `$from`. */
export function isLink(value: unknown): value is Link {
  return isRecord(value) && Object.hasOwn(value, '$from')
}

/** The names of a pointer, unescaped; null for a text that is not a pointer, and for one to everything. */
export function namesOf(pointer: string): readonly [first: string, ...rest: string[]] | null {
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null
  const [first = '', ...rest] = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return [first, ...rest]
}

/** The pointer that leads along names. */
export function pointerOf(names: readonly (string | number)[]): string {
  return names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
