import { z } from 'zod'

const state = {
  state: z.enum(['ready', 'closed']),
  credits: z.number().nullable(),
  engine: z.string().nullable(),
  is_pure: z.boolean(),
  side_effects: z.boolean(),
}

const listed = z.object({
  slug: z.string(),
  title: z.string(),
  version: z.number(),
  ...state,
  steps: z.number(),
  closed_steps: z.array(z.object({ id: z.string(), tool: z.string() })),
})

const content = z.record(z.string(), z.unknown())

/** The answer of GET /app/recipes. */
export const recipeList = z.object({ recipes: z.array(listed) })

/** The answer of GET and PUT /app/recipes/{slug}. */
export const oneRecipe = z.object({ recipe: listed.extend({ recipe: content }) })

/** The answer of DELETE /app/recipes/{slug}. */
export const removedRecipe = z.object({ closed: z.array(z.string()) })

/** The answer of POST /app/recipes/check. */
export const checkedRecipe = z.object({
  ...state,
  steps: z.array(z.object({ id: z.string(), slug: z.string(), credits: z.number() })),
})

/** The answer of POST /app/recipes/try. */
export const triedRecipe = z.object({
  ok: z.boolean(),
  credits_used: z.number(),
  steps: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      ok: z.boolean(),
      ms: z.number(),
      data: content.nullable(),
    }),
  ),
  data: content.optional(),
  error: z.object({ message: z.string() }).optional(),
})

/** The answer of POST /app/recipes/draft. */
export const draftedRecipe = z.object({ slug: z.string(), recipe: content, links: z.number() })
