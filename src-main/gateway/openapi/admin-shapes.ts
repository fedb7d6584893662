import { z } from 'zod'
import { KEY_KINDS, KEY_STATUSES, PERMISSIONS } from '../../accounts/account.ts'
import { AUDIT_ACTIONS } from '../../accounts/audit-row.ts'
import { modelBudget } from '../wire/budget-fields.ts'
import { keyRules } from '../wire/rule-fields.ts'
import { teamKeyFields } from '../wire/key-fields.ts'

const ok = z.literal(true)
const names = z.array(z.string()).nullable()
const time = z.iso.datetime().nullable()

export const key = z
  .object({
    key_id: z.string().describe('Identifies the key without revealing it'),
    name: z.string(),
    kind: z.enum(KEY_KINDS),
    last4: z.string().describe('The last four characters of the key'),
    status: z
      .enum(KEY_STATUSES)
      .describe(
        'suspended: restored from a backup, and not yet confirmed; ended: its maker no longer works',
      ),
    permissions: z.array(z.enum(PERMISSIONS)),
    slugs: names.describe('Tools that it may call; null for no restriction'),
    categories: names.describe('Categories of tools that it may call; null for no restriction'),
    tiers: names.describe('Tiers of tools that it may call; null for no restriction'),
    toolset: z.string().nullable().describe('The saved toolset that it is bound to; null for none'),
    sources: names.describe('Sources whose tools it may call besides those of this build'),
    rate_limit: z.object({ limit: z.int().min(1), window_seconds: z.int().min(1) }),
    balance: z.int().min(0).describe('Credits that it can spend'),
    credit_limit: z
      .int()
      .min(0)
      .nullable()
      .describe('The most credits that it may spend in total; null for no limit'),
    spent: z.int().min(0).nullable().describe('Credits that a team key has spent; null for other keys'),
    pays_from: z.string().nullable().describe('The key whose credits a team key spends'),
    model_budget: modelBudget,
    rules: keyRules,
    created_at: z.iso.datetime(),
    expires_at: time,
    revoked_at: time,
    suspended_at: time,
    made_by: z.string().nullable().describe('The key that made it'),
    ends_with: z
      .string()
      .nullable()
      .describe('The key whose end also ends this one; null for a key that the owner made or adopted'),
  })
  .describe('A key as administrators see it')

export const teamKeyRequest = teamKeyFields.meta({
  example: { name: 'CI', categories: ['Code Utilities'], credit_limit: 1_000 },
})

export const newKey = key.extend({
  ok,
  key: z.string().describe('The key; shown only this once'),
  api_key: z.string().describe('The same as key'),
  message: z.string(),
})

export const keyList = z.object({
  ok,
  total: z.int().min(0).describe('Keys on all pages'),
  keys: z.array(key),
  next_cursor: z.string().optional().describe('Send it as cursor for the next page; absent on the last'),
})

export const revokedKey = z.object({
  ok,
  key_id: z.string(),
  status: z.literal('revoked'),
  revoked_at: z.iso.datetime(),
})

const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const auditEntry = z
  .object({
    seq: z.int().min(1),
    ts: z.iso.datetime(),
    action: z.enum(AUDIT_ACTIONS),
    actor: z
      .object({ key_id: z.string(), last4: z.string() })
      .nullable()
      .describe('The key that did it; null when the caller had no known key'),
    target: z.string().nullable().describe('The key, purchase or origin that was changed'),
    address: z.string().nullable().describe('The network address it came from'),
    request_id: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
    prev: hash.describe('The hash of the row before; 64 zeros in the first'),
    hash: hash.describe('SHA-256 of the RFC 8785 canonical JSON of this row without the member hash'),
  })
  .describe('An administrative action or a refused access')

export const auditPage = z.object({
  ok,
  entries: z.array(auditEntry),
  head: z
    .object({ seq: z.int().min(1), hash })
    .nullable()
    .describe('The last row of the whole trail'),
  next_cursor: z
    .int()
    .min(1)
    .optional()
    .describe('Send it as cursor for the next page; absent on the last'),
})
