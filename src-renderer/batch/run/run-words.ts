import { counted } from '../../../src-shared/counted.ts'

/** How a stopped run is told of. @param left rows that were not sent */
export function stoppedWords(left: number): string {
  if (left === 0) return 'Stopped. Every row had been sent.'
  return `Stopped. ${counted(left, 'row was', 'rows were')} not sent and cost nothing.`
}

/** How a run that had no more credits to spend is told of. @param floor credits that were to stay */
export function shortWords(cost: number, held: number, floor: number | null, left: number): string {
  const words = `${counted(left, 'row was', 'rows were')} not sent`
  return floor !== null && held >= cost
    ? `Stopped above ${counted(floor, 'credit')}; ${words}.`
    : `The next call costs ${cost} and the key holds ${held}; ${words}.`
}
