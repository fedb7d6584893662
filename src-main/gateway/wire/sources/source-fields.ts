import { z } from 'zod'
import { RECIPE_SOURCE } from '../../../../src-shared/recipes/recipe.ts'
import { SOURCE_ID } from '../../../extensions/tool-name.ts'
import { renewalFields } from './renewal.ts'
import { ofAnyKind } from './source-kinds.ts'

const id = z
  .string()
  .regex(SOURCE_ID, '1 to 16 of a-z, 0-9 and -')
  .refine((name) => name !== RECIPE_SOURCE, 'Recipes have this name')
const name = z.string().min(1).max(512)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const credits = z.int().min(0).max(1_000_000)
const settings = {
  title: z.string().min(1).max(100),
  credits,
  call_seconds: z.int().min(1).max(600).nullable(),
  keep_running: z.boolean(),
}

/** The body of POST /app/sources/preview. */
export const previewFields = ofAnyKind({
  id: id.optional(),
  secret_names: z.array(z.string().min(1).max(128)).max(64).default([]),
})

/** The body of POST /app/sources. */
export const newSource = ofAnyKind({
  id,
  title: settings.title.optional(),
  secrets: z.record(z.string().min(1).max(128), z.string().min(1).max(32_768)).default({}),
  consent: hash.describe('The hash of what was shown'),
  credits: credits.default(1),
  call_seconds: settings.call_seconds.default(null),
  keep_running: settings.keep_running.default(false),
})

/** The body of POST /app/sources/{id}/start. */
export const startedSource = z
  .strictObject({
    consent: hash.optional().describe('The hash of what was shown, to agree again'),
    ...renewalFields,
  })
  .default({})

/** The body of POST /app/sources/{id}/preview. */
export const previewedAgain = z.strictObject(renewalFields).default({})

/** The body of PATCH /app/sources/{id}. */
export const changedSource = z
  .strictObject({
    ...settings,
    edited_here: z.boolean().describe('Of a folder: whether saves are served without being looked at'),
  })
  .partial()

/** The body of POST /app/sources/{id}/approve. */
export const approvedTools = z.strictObject({
  tools: z
    .array(
      z.strictObject({
        name,
        hash: hash.optional(),
        state: z.enum(['on', 'off']),
        looked_at: z.boolean().optional().describe('Somebody has seen its invisible characters'),
      }),
    )
    .min(1)
    .max(2_000),
})

/** The body of PATCH /app/sources/{id}/tools. */
export const changedTools = z.strictObject({
  tools: z
    .array(
      z.strictObject({
        name,
        credits: credits.nullable().optional(),
        read_only: z.boolean().optional(),
        repeatable: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(2_000),
})
