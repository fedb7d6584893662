import { z } from 'zod'

/** A field for a language tag of BCP 47, such as `en` or `tr-TR`. */
export function localeTag(): z.ZodString {
  return z.string().max(35).refine(isLocale, 'Send a language tag such as en, de or tr-TR')
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    // It throws for every text that is not a tag, and nothing else is checked here.
    return false
  }
}
