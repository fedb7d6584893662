import { counted } from '../../src-shared/counted.ts'

/**
 * How long a balance lasts, in words.
 * @param usual credits of a usual day before this one; null before there was one
 * @param today credits spent today, of which no rate can be made before the day is over
 */
export function lastsWords(balance: number | null, usual: number | null, today: number): string {
  if (balance === null || !usual) return today > 0 ? 'no earlier day to judge by' : 'no usage yet'
  const days = Math.floor(balance / usual)
  return days < 1
    ? 'lasts less than a day at this rate'
    : `lasts about ${counted(days, 'day')} at this rate`
}
