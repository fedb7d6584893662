import { z } from 'zod'
import type { KeyBudget } from '../../accounts/account.ts'
import { assertBudgetWithin } from '../../accounts/key-bounds.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { namedKey, namedKeyFields } from '../request/named-key.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { budgetFields } from '../wire/budget-fields.ts'
import { toBudgetWire } from '../wire/budget-wire.ts'
import { defineRoute } from '../route.ts'
import { makerOf, usualBounds } from '../session/maker.ts'

/** The body that sets a budget. */
export const modelBudgetFields = z
  .strictObject({ ...namedKeyFields, ...budgetFields })
  .refine(({ questions, tokens }) => questions !== undefined || tokens !== undefined, {
    path: ['questions'],
    error: 'Send questions, tokens or both',
  })

/** POST /v1/enterprise/model-budgets: sets what a key may ask of language models in a day; takes effect at once. */
export const setModelBudget = defineRoute({
  method: 'POST',
  path: '/v1/enterprise/model-budgets',
  access: 'admin',
  document: {
    operationId: 'setModelBudget',
    tag: 'Administration',
    summary: 'Sets what a key may ask of language models in a day; takes effect at once',
    description: 'What is left out stays as it is.',
    body: { $ref: '#/components/schemas/ModelBudgetRequest' },
    success: {
      status: 200,
      description: 'The budget',
      schema: { $ref: '#/components/schemas/ModelBudgetAnswer' },
    },
    errors: [400, 403],
  },
  handle: async (request) => {
    const { event, context } = request
    const { audit, keys, settings } = context.services
    const sent = await readBody(event, modelBudgetFields)
    const target = namedKey(sent, keys)
    const { questions = target.modelBudget.questions, tokens = target.modelBudget.tokens } = sent
    const detail = { questions, tokens }
    const maker = makerOf(request)
    if (!maker.isOwner) assertBudgetWithin(detail, maker.account, usualBounds(settings.get()))
    const changed = await keys.setModelBudget(target.id, partsOf(sent), () =>
      audit.write(toAuditEvent(request, { action: 'key.model_budget_set', target: target.id, detail })),
    )
    return jsonReply(200, {
      ok: true,
      key_id: target.id,
      model_budget: toBudgetWire(changed, context.services),
    })
  },
})

// Read from JSON, so that no part is there and undefined.
function partsOf({ questions, tokens }: z.output<typeof modelBudgetFields>): Partial<KeyBudget> {
  return { ...(questions === undefined ? {} : { questions }), ...(tokens === undefined ? {} : { tokens }) }
}
