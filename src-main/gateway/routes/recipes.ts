import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { checkedRecipe, recipeContent } from '../wire/recipe-fields.ts'
import { toFacts, toRecipeWire, toWholeRecipe } from '../wire/recipe-wire.ts'
import { shownSteps } from '../../registry/chained-tool.ts'
import { draftRecipeRoute } from './draft-recipe.ts'
import { tryRecipe } from './try-recipe.ts'

/** GET /app/recipes: the saved recipes, with their prices and whether they can run now. */
const listRecipes = defineRoute({
  method: 'GET',
  path: '/app/recipes',
  access: 'admin',
  handle: (request) => {
    assertOwner(request)
    const { services } = request.context
    return jsonReply(200, {
      ok: true,
      recipes: services.recipes.list().map((recipe) => toRecipeWire(recipe, services)),
    })
  },
})

/** GET /app/recipes/{slug}: one recipe, whole. */
const getRecipe = defineRoute({
  method: 'GET',
  path: '/app/recipes/:id',
  access: 'admin',
  handle: (request) => {
    assertOwner(request)
    const { services } = request.context
    return jsonReply(200, {
      ok: true,
      recipe: toWholeRecipe(services.recipes.get(idOf(request)), services),
    })
  },
})

/** PUT /app/recipes/{slug}: saves a recipe, in place of a former one of its slug. */
const saveRecipe = defineRoute({
  method: 'PUT',
  path: '/app/recipes/:id',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { services } = request.context
    const slug = idOf(request)
    const content = await readBody(request.event, recipeContent)
    const saved = await services.recipes.save(slug, content, ({ version, steps }) => {
      const detail = { version, tools: steps.map(({ tool }) => tool) }
      return services.audit.write(toAuditEvent(request, { action: 'recipe.saved', target: slug, detail }))
    })
    return jsonReply(200, { ok: true, recipe: toWholeRecipe(saved, services) })
  },
})

/** DELETE /app/recipes/{slug}: removes a recipe; recipes that have it among their steps are closed by that. */
const removeRecipe = defineRoute({
  method: 'DELETE',
  path: '/app/recipes/:id',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { recipes, audit } = request.context.services
    const slug = idOf(request)
    await recipes.remove(slug, () =>
      audit.write(toAuditEvent(request, { action: 'recipe.removed', target: slug })),
    )
    return jsonReply(200, { ok: true, slug, status: 'removed', closed: recipes.usersOf(slug) })
  },
})

/** POST /app/recipes/check: what a recipe would cost and be, without saving or running it. */
const checkRecipeRoute = defineRoute({
  method: 'POST',
  path: '/app/recipes/check',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { slug, recipe } = await readBody(request.event, checkedRecipe)
    const listed = await request.context.services.recipes.tool(slug, recipe)
    const { chain } = await listed.load()
    return jsonReply(200, { ok: true, ...toFacts(listed), steps: chain ? shownSteps(chain) : [] })
  },
})

/** The routes with which the owner manages recipes. */
export const RECIPE_ROUTES = [
  listRecipes,
  getRecipe,
  saveRecipe,
  removeRecipe,
  checkRecipeRoute,
  tryRecipe,
  draftRecipeRoute,
]
