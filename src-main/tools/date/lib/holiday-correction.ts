import type { HolidaysTypes } from 'date-holidays'

/** What the law of a country says beside the library. */
export interface Correction {
  /** A rule in the words of date-holidays. */
  readonly rule: string
  /** Null removes the rule of the library. */
  readonly day: HolidaysTypes.HolidayOptions | null
  /** Whether it holds for the country as a whole only, because regions have their own. */
  readonly nationwide?: true
}

/** A day off by its names in languages. The library writes to what it is given, so each is a new object. */
export function dayOff(name: Readonly<Record<string, string>>): HolidaysTypes.HolidayOptions {
  return { name: { ...name }, type: 'public' }
}
