/**
 * Kinds of personal data that can be found in a text, the most identifying first: where two overlap, the first gives
 * its name to both.
 */
export const PII_KINDS = [
  'credit_card',
  'iban',
  'us_ssn',
  'email',
  'phone',
  'ip_address',
  'mac_address',
  'url',
] as const
export type PiiKind = (typeof PII_KINDS)[number]
