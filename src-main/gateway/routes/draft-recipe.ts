import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { withoutGatewayFields } from '../../../src-shared/gateway-fields.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { RECIPE_LIMITS } from '../../../src-shared/recipes/recipe.ts'
import { INPUT_CUT, OUTPUT_CUT, type ActivityRow } from '../../activity/activity-row.ts'
import { draftRecipe, type PastStep } from '../../extensions/recipes/draft-recipe.ts'
import type { Services } from '../../pipeline/services.ts'
import { placeFields } from '../../registry/check-input.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { assertOwner } from '../session/maker.ts'

const body = z.strictObject({
  calls: z
    .array(z.union([z.int().min(1), z.string().min(1).max(200)]))
    .min(1)
    .max(RECIPE_LIMITS.steps)
    .describe('Their places in the record, or their request ids, in the order of the steps'),
})

/** POST /app/recipes/draft: makes a recipe of calls in the record; nothing is saved. */
export const draftRecipeRoute = defineRoute({
  method: 'POST',
  path: '/app/recipes/draft',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { activity, services } = request.context
    const { calls } = await readBody(request.event, body)
    const steps: PastStep[] = []
    for (const [index, id] of calls.entries())
      steps.push(await toStep(activity.read().find(id), `calls.${index}`, services))
    const { recipe, links } = draftRecipe(steps)
    return jsonReply(200, { ok: true, slug: freeSlug(steps, services), recipe, links })
  },
})

async function toStep(row: ActivityRow | null, path: string, { registry }: Services): Promise<PastStep> {
  if (!row) throw refused(path, 'This call is not in the record; it may have been cleared')
  if (row.code !== null)
    throw refused(path, `The call of ${row.slug} failed, so it gives nothing to go on with`)
  const isWhole = (row.cut & (INPUT_CUT | OUTPUT_CUT)) === 0
  if (!isWhole || row.input === null || row.output === null)
    throw refused(path, `The record has not kept the whole input and output of the call of ${row.slug}`)
  const tool = await registry.find(row.slug)?.load()
  if (!tool) throw refused(path, `${row.slug} is not served now`)
  const { _engine, ...output } = objectIn(row.output)
  return {
    slug: tool.slug,
    title: tool.definition.title,
    input: placeFields(tool, withoutGatewayFields(objectIn(row.input))),
    output,
    fields: tool.fields,
    inputSchema: tool.inputSchema,
    mainField: tool.definition.mainField ?? null,
  }
}

function objectIn(json: string): Record<string, unknown> {
  const read = parseJson(json)
  // A call has an object as its input and its data.
  return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
}

// A name that no recipe has.
function freeSlug(steps: readonly PastStep[], { recipes }: Services): string {
  const words = (steps.at(-1)?.slug ?? 'recipe').split('__').at(-1) ?? 'recipe'
  const base = `recipe__${words.slice(0, 34).replace(/-+$/, '')}`
  let slug = base
  for (let count = 2; recipes.find(slug); count++) slug = `${base}-${count}`
  return slug
}

function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, { issues: [{ path, message }] })
}
