import { z } from 'zod'

/** A place on Earth, WGS 84. */
export const COORDINATES = z.strictObject({
  latitude: z.number().min(-90).max(90).describe('Degrees north of the equator; south is negative'),
  longitude: z.number().min(-180).max(180).describe('Degrees east of Greenwich; west is negative'),
})
