import { counted } from '../../../src-shared/counted.ts'

/** The message for a stopped run. @param left rows that were not sent */
export function stoppedWords(left: number): string {
  if (left === 0) return 'Stopped. All rows had already been sent.'
  return `Stopped. ${counted(left, 'row was', 'rows were')} not sent and cost nothing.`
}

/** The message for a run that ran out of credits. @param floor the balance to stop at, if set */
export function shortWords(cost: number, held: number, floor: number | null, left: number): string {
  const words = `${counted(left, 'row was', 'rows were')} not sent`
  return floor !== null && held >= cost
    ? `Stopped to keep ${counted(floor, 'credit')}; ${words}.`
    : `The next call costs ${cost} and your balance is ${held}; ${words}.`
}
