import { z } from 'zod'
import { ISO_DATE, ISO_TIME, toCalendarForm } from './iso-forms.ts'

const TIME = new RegExp(`^${ISO_DATE}(?:[T ]${ISO_TIME})?$`, 'i')

/** An ISO 8601 date, with or without a time and an offset; it arrives as year, month and day. */
export const isoTime = z
  .string()
  .max(40)
  .regex(TIME, 'Write an ISO 8601 date and time, such as 2026-03-29T02:30 or 2026-03-29T02:30:00+01:00')
  .overwrite(toCalendarForm)

/** A date alone; it arrives as year, month and day. */
export const isoDay = z
  .string()
  .regex(new RegExp(`^${ISO_DATE}$`, 'i'), 'Write a date such as 2026-03-29')
  .overwrite(toCalendarForm)

/** The name of a time zone; the handler checks that it exists. */
export const zoneName = z.string().min(1).max(64)

/** The field that says how to interpret a local time that a clock change skips or repeats. */
export const disambiguationField = z
  .enum(['compatible', 'earlier', 'later', 'reject'])
  .default('compatible')
  .describe(
    'For a local time that a clock change skips or repeats: compatible takes the first of ' +
      'two and moves a skipped one forward (RFC 5545), reject accepts neither',
  )

/** The years 1 to 9999 in milliseconds since 1970. */
export const FIRST_INSTANT = -62_135_596_800_000
export const LAST_INSTANT = 253_402_300_799_999
