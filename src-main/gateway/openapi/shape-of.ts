import type { z } from 'zod'

/** One declared field for every field of a type, and no other. */
export type ShapeOf<T> = Record<keyof T, z.ZodType>
