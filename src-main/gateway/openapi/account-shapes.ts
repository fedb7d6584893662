import { z } from 'zod'
import { UNANSWERED } from '../../ledger/unanswered.ts'
import { signUpInput } from '../../accounts/sign-up.ts'
import { MIN_PURCHASE_CREDITS } from '../../../src-shared/prices.ts'
import { modelBudget } from '../wire/budget-fields.ts'
import { purchaseFields } from '../routes/buy-credits.ts'
import { autoReloadFields } from '../routes/set-auto-reload.ts'
import { keyRulesRequest as ruleRequest } from '../routes/set-key-rules.ts'
import { modelBudgetFields } from '../routes/set-model-budget.ts'
import { keyRules } from '../wire/rule-fields.ts'
import { rateLimitFields } from '../routes/set-rate-limit.ts'

const ok = z.literal(true)
const balance = z.int().min(0).describe('Credits that the key holds')
const keyId = z.string().describe('Identifies the key without revealing it')

const { shape } = signUpInput

export const signUpRequest = z
  .object({ ...shape, email: shape.email.meta({ format: 'email' }) })
  .meta({ example: { email: 'ada@example.com', name: 'Ada Lovelace' } })

export const signUp = z.object({
  ok,
  key: z.string().describe('The key; shown only this once'),
  api_key: z.string().describe('The same as key'),
  key_id: keyId,
  balance,
  user: z.object({ email: z.string(), name: z.string() }),
  message: z.string(),
})

export const purchaseRequest = purchaseFields.meta({
  minProperties: 1,
  example: { credits: MIN_PURCHASE_CREDITS },
})

export const purchase = z.object({
  ok,
  status: z.enum(['completed', 'pending']).describe("pending: waits for the owner's approval"),
  credits_added: z.int().min(0),
  balance,
  amount_usd: z.string().describe('The price in dollars'),
  purchase_id: z.string(),
})

const autoReload = z.object({ threshold: z.int().min(0), credits: z.int().min(1), enabled: z.boolean() })

export const balanceAnswer = z.object({
  ok,
  balance,
  reserved: z.int().min(0).describe('Credits held for calls that are running'),
  low_balance: z.boolean().describe('True below 100 credits'),
  auto_reload: autoReload.nullable().describe('null when it was never set'),
  model_budget: modelBudget,
})

export const purchaseRecord = z.object({
  purchase_id: z.string(),
  credits: z.int().min(1),
  amount_usd: z.string().describe('The price in dollars'),
  status: z
    .enum(['paying', 'pending', 'completed', 'declined', 'failed'])
    .describe("pending: waits for the owner's approval"),
  automatic: z.boolean().describe('Made by auto-reload'),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
})

export const purchaseList = z.object({
  ok,
  purchases: z.array(purchaseRecord),
  next_cursor: z.string().optional().describe('Send it as cursor for the next page; absent on the last'),
})

export const autoReloadRequest = autoReloadFields.meta({
  example: { threshold: 500, credits: MIN_PURCHASE_CREDITS, enabled: true },
})

export const autoReloadAnswer = autoReload.extend({
  ok,
  balance,
  purchase: purchase
    .omit({ ok: true })
    .nullable()
    .describe('Made at once if the balance was below the threshold'),
})

export const history = z.object({
  ok,
  balance,
  entries: z.array(
    z.object({
      id: z.string(),
      seq: z.int().min(1).describe('Position in the ledger'),
      type: z.enum(['grant', 'purchase', 'charge', 'refund']),
      credits: z.int().describe('Positive when added, negative when spent'),
      balance_after: z.int().min(0),
      request_id: z.string().nullable().describe('The X-Request-Id of the call'),
      slug: z.string().nullable().describe('The tool that was called'),
      unanswered: z
        .enum(UNANSWERED)
        .optional()
        .describe(
          'Why a charged call gave no answer: its caller left, its time was over, the gateway was killed, a guard withheld its result, or a step of a recipe failed, each ' +
            'after a model was asked or a request was sent',
        ),
      key_id: z.string().describe('The key that spent them: a team key, or the key itself'),
      ts: z.iso.datetime(),
    }),
  ),
  next_cursor: z
    .int()
    .min(1)
    .optional()
    .describe('Send it as cursor for the next page; absent on the last'),
})

export const rateLimitRequest = rateLimitFields.meta({
  example: { key_id: 'key_0123456789abcdef', limit: 600, window_seconds: 60 },
})

export const rateLimit = z.object({
  ok,
  key_id: keyId,
  limit: z.int().min(1).describe('Requests in a window'),
  window_seconds: z.int().min(1),
})

export const modelBudgetRequest = modelBudgetFields.meta({
  example: { key_id: 'key_0123456789abcdef', questions: 200, tokens: null },
})

export const modelBudgetAnswer = z.object({ ok, key_id: keyId, model_budget: modelBudget })

export const keyRulesRequest = ruleRequest.meta({
  example: { key_id: 'key_0123456789abcdef', tool_limits: { 'net-dns-lookup': { per_minute: 5 } } },
})

export const keyRulesAnswer = z.object({ ok, key_id: keyId, rules: keyRules })

export const health = z.object({ ok, status: z.enum(['live', 'ready']), version: z.string() })
