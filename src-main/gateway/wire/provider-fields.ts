import { z } from 'zod'
import { PROVIDER_KIND_NAMES } from '../../providers/provider-kinds.ts'

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'Remove the control characters')
const name = line(100).optional()
const baseUrl = line(2_000).optional()
// It is sent in a header, which allows only these characters.
const apiKey = z
  .string()
  .trim()
  .min(8)
  .max(4_096)
  .regex(/^[\x21-\x7e]+$/, 'A key has only ASCII letters, digits and signs; copy it again')
  .optional()

/** The body that adds a provider. */
export const newProvider = z.strictObject({
  kind: z.enum(PROVIDER_KIND_NAMES),
  name,
  base_url: baseUrl,
  api_key: apiKey,
  model: line(200).optional(),
})
/** The body that changes one; omitted fields stay as they are. */
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
    'Send a field to change: name, base_url, api_key, model or enabled',
  )
/** The body that sets the order of all. */
export const providerOrder = z.strictObject({ ids: z.array(z.string().max(100)).max(100) })
