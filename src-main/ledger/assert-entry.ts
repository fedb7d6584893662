/** @throws RangeError for anything but a whole number of at least `least` */
export function assertCredits(credits: number, least: number): void {
  if (!Number.isSafeInteger(credits) || credits < least)
    throw new RangeError(`Credits must be a whole number of at least ${least}, not ${credits}`)
}

/** @throws RangeError for an id that the ledger cannot keep */
export function assertName(id: string): void {
  if (id.length === 0 || id.length > 200) throw new RangeError('A ledger id must have 1 to 200 characters')
}
