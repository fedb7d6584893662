import type { Engine } from '../engines.ts'
import type { RecipeContent } from './recipe.ts'

/** How a recipe does now; `closed` while a tool of a step is not served. */
export interface RecipeState {
  readonly state: 'ready' | 'closed'
  /** The price of a call; null while it is closed. */
  readonly credits: number | null
  readonly engine: Engine | null
  /** Whether its answers can be computed again. */
  readonly is_pure: boolean
  readonly side_effects: boolean
}

/** A recipe in a list. */
export interface RecipeWire extends RecipeState {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly version: number
  readonly saved_at: string
  /** How many steps it has. */
  readonly steps: number
  /** The steps whose tools are not served now. */
  readonly closed_steps: readonly { readonly id: string; readonly tool: string }[]
  /** The recipes that have it among their steps. */
  readonly used_by: readonly string[]
}

/** A recipe with all that its owner has saved. */
export interface WholeRecipe extends RecipeWire {
  readonly recipe: RecipeContent
}

/** What a recipe that is not saved would be. */
export interface CheckedRecipe extends RecipeState {
  readonly steps: readonly { readonly id: string; readonly slug: string; readonly credits: number }[]
}

/** A step of a recipe that was tried. */
export interface TriedStep {
  readonly id: string
  readonly slug: string
  readonly ok: boolean
  readonly ms: number
  /** What it gave; null when it failed, or when that is too long to be shown. */
  readonly data: Readonly<Record<string, unknown>> | null
}
