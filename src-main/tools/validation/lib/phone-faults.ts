import type { PhoneNumber } from 'libphonenumber-js/max'

const LENGTH = 'Its length is not possible in its country'

/** Why a text cannot be read as a phone number, by what the library calls it. */
export const UNREADABLE: Readonly<Record<string, string>> = {
  NOT_A_NUMBER: 'It is not a phone number',
  INVALID_COUNTRY: 'It has no country code; start with +, or send the country',
  TOO_SHORT: 'It is too short for a phone number',
  TOO_LONG: 'It is too long for a phone number',
  INVALID_LENGTH: LENGTH,
}

/** Why a number that could be read is not valid; null for one that is. */
export function whyInvalid(parsed: PhoneNumber): string | null {
  if (parsed.isValid()) return null
  return parsed.isPossible() ? 'No such number is given out in its country' : LENGTH
}
