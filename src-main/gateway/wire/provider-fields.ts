import { z } from 'zod'
import { PROVIDER_KIND_NAMES } from '../../providers/provider-kinds.ts'

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'Control characters cannot be used')
const name = line(100).optional()
const baseUrl = line(2_000).optional()
// It travels in a header, which takes no spaces and no other characters.
const apiKey = z
  .string()
  .trim()
  .min(8)
  .max(4_096)
  .regex(/^[\x21-\x7e]+$/, 'A key has letters, digits and signs of ASCII only; copy it once more')
  .optional()

/** The body that adds a provider. */
export const newProvider = z.strictObject({
  kind: z.enum(PROVIDER_KIND_NAMES),
  name,
  base_url: baseUrl,
  api_key: apiKey,
  model: line(200).optional(),
})
/** The body that changes one; what is left out stays. */
export const changedProvider = z
  .strictObject({
    name,
    base_url: baseUrl,
    api_key: apiKey,
    model: line(200).nullish(),
    enabled: z.boolean().optional(),
  })
  .refine(
    (fields) => Object.keys(fields).length > 0,
    'Say what to change: name, base_url, api_key, model or enabled',
  )
/** The body that sets the order of all. */
export const providerOrder = z.strictObject({ ids: z.array(z.string().max(100)).max(100) })
