import { z } from 'zod'
import { RECIPE_LIMITS, type RecipeContent, type RecipeStep } from '../../../src-shared/recipes/recipe.ts'

const values = z.record(z.string().min(1).max(200), z.unknown())

const step = z.strictObject({
  id: z.string().min(1).max(32),
  tool: z.string().min(1).max(64),
  input: values.default({}),
} satisfies Record<keyof RecipeStep, z.ZodType>)

/** A recipe as it is sent. */
export const recipeContent = z.strictObject({
  title: z.string().trim().min(1).max(200),
  summary: z.string().trim().min(1).max(1_000),
  input: values.default({ type: 'object', properties: {}, additionalProperties: false }),
  steps: z.array(step).min(1).max(RECIPE_LIMITS.steps),
  output: values,
} satisfies Record<keyof RecipeContent, z.ZodType>)

const slug = z.string().min(1).max(64)

/** The body of POST /app/recipes/check. */
export const checkedRecipe = z.strictObject({ slug, recipe: recipeContent })

/** The body of POST /app/recipes/try. */
export const triedRecipe = z.strictObject({ slug, recipe: recipeContent, input: values.default({}) })
