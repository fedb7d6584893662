import { counted } from '../../../src-shared/counted.ts'

/** Why a run ended before its rows did. */
export interface RunEnd {
  readonly kind: 'stopped' | 'short' | 'refused'
  readonly text: string
}

/** Another window sends the rows of this run. */
export const ELSEWHERE: RunEnd = { kind: 'refused', text: 'This run is in progress in another window.' }

/** Another window sent rows of this run after the page had read it. */
export const CONTINUED_ELSEWHERE: RunEnd = {
  kind: 'refused',
  text: 'This run was continued in another window, so it was reloaded.',
}

/** The owner stopped the run. @param left rows that were not sent */
export function stoppedWith(left: number): RunEnd {
  const text =
    left === 0
      ? 'Stopped. All rows had already been sent.'
      : `Stopped. ${counted(left, 'row was', 'rows were')} not sent and cost nothing.`
  return { kind: 'stopped', text }
}

/** There were no more credits to spend. @param floor credits that had to stay */
export function shortOf(cost: number, held: number, floor: number | null, left: number): RunEnd {
  const words = `${counted(left, 'row was', 'rows were')} not sent`
  const text =
    floor !== null && held >= cost
      ? `Stopped to keep ${counted(floor, 'credit')}; ${words}.`
      : `The next call costs ${cost} and your balance is ${held}; ${words}.`
  return { kind: 'short', text }
}
