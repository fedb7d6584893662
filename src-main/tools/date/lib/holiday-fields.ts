import { z } from 'zod'
import { countryCode } from '../../lib/country-code.ts'

const code = (description: string, pattern: RegExp) =>
  z.string().toUpperCase().regex(pattern, `Write ${description}`).optional()

/** The fields that say whose holidays to use. */
export const HOLIDAY_PLACE = {
  country: countryCode().describe('Country, ISO 3166-1: DE, US, JP …'),
  region: code('a code such as BY', /^[A-Z0-9-]{1,6}$/).describe('State or province: BY, CA, …'),
  subregion: code('a code such as A', /^[A-Z0-9-]{1,8}$/).describe('Part of the region, if it has any'),
}

/** The kinds of holiday. */
export const HOLIDAY_TYPES = ['public', 'bank', 'optional', 'school', 'observance'] as const
