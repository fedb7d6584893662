import { z } from 'zod'
import { PERMISSIONS } from '../../accounts/account.ts'
import { MAX_RATE_LIMIT, MAX_WINDOW_SECONDS } from '../../accounts/new-key.ts'
import { signUpInput } from '../../accounts/sign-up.ts'
import { budgetFields } from './budget-fields.ts'
import { ruleFields } from './rule-fields.ts'

const names = z.array(z.string().max(100)).min(1).max(1_000).nullish()
const limit = z.int().min(1).max(MAX_RATE_LIMIT)

/** The body of POST /v1/enterprise/keys. */
export const teamKeyFields = z.strictObject({
  name: signUpInput.shape.name.describe('What the key is for'),
  slugs: names.describe('Tools that it may call; leave it out for all'),
  categories: names.describe('Categories of tools that it may call; leave it out for all'),
  tiers: names.describe('Tiers of tools that it may call; leave it out for all'),
  toolset: z
    .string()
    .max(40)
    .nullish()
    .describe(
      'The saved toolset that it is bound to: it sees and calls its tools alone, with their presets and ' +
        'descriptions; once the toolset is removed, it calls nothing',
    ),
  sources: z
    .array(z.string().max(16))
    .min(1)
    .max(100)
    .nullish()
    .describe('Sources whose tools it may call besides those of this build; leave it out for none'),
  rate_limit: z
    .union([limit, z.strictObject({ limit, window_seconds: z.int().min(1).max(MAX_WINDOW_SECONDS) })])
    .nullish()
    .describe('Requests a minute, or in window_seconds; 60 a minute by default'),
  credit_limit: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .nullish()
    .describe('The most credits of its maker that it may spend in total; leave it out for no limit'),
  model_budget: z
    .strictObject(budgetFields)
    .nullish()
    .describe('What it may ask of language models in a day; leave it out for the default'),
  rules: z
    .strictObject(ruleFields)
    .nullish()
    .describe(
      'What holds for its calls, as POST /v1/enterprise/key-rules lays it down; only the owner may send it',
    ),
  permissions: z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length).nullish(),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullish()
    .describe('When it stops working; leave it out for never'),
})
