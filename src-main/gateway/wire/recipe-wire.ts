import type { Recipe } from '../../../src-shared/recipes/recipe.ts'
import type { RecipeState, RecipeWire, WholeRecipe } from '../../../src-shared/recipes/recipe-wire.ts'
import type { Services } from '../../pipeline/services.ts'
import type { ListedTool } from '../../registry/registry.ts'

type Needed = Pick<Services, 'recipes' | 'registry'>

/** A recipe in a list. */
export function toRecipeWire(recipe: Recipe, { recipes, registry }: Needed): RecipeWire {
  const { slug, title, summary, version, savedAt, steps } = recipe
  const tool = registry.find(slug)
  return {
    ...{ slug, title, summary, version, saved_at: new Date(savedAt).toISOString() },
    steps: steps.length,
    ...(tool ? toFacts(tool) : CLOSED),
    closed_steps: recipes.closedSteps(recipe),
    used_by: recipes.usersOf(slug),
  }
}

/** A recipe with all that its owner has saved. */
export function toWholeRecipe(recipe: Recipe, services: Needed): WholeRecipe {
  const { title, summary, input, steps, output } = recipe
  return { ...toRecipeWire(recipe, services), recipe: { title, summary, input, steps, output } }
}

/** What a call of a recipe costs, and what it is as a whole. */
export function toFacts({ facts, engine }: ListedTool): RecipeState {
  const { credits, cacheable = false, sideEffects = false } = facts
  return { state: 'ready', credits, engine, is_pure: cacheable, side_effects: sideEffects }
}

const CLOSED: RecipeState = {
  ...{ state: 'closed', credits: null, engine: null, is_pure: false, side_effects: false },
}
