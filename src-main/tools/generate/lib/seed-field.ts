import { z } from 'zod'

/** The seed of a generator: the same seed gives the same answer again. */
export const SEED = z
  .int()
  .min(0)
  .max(4_294_967_295)
  .optional()
  .describe('The same seed gives the same answer again; default: a random one, which the answer includes')

export const SEED_USED = z.int().min(0).describe('The seed that was used')
