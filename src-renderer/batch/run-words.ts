/** How a stopped run is told of. @param left rows that were not sent */
export function stoppedWords(left: number): string {
  if (left === 0) return 'Stopped. Every row had been sent.'
  return `Stopped. ${left.toLocaleString('en')} ${left === 1 ? 'row was' : 'rows were'} not sent and cost nothing.`
}

/** How a run that had no more credits to spend is told of. @param floor credits that were to stay */
export function shortWords(cost: number, held: number, floor: number | null, left: number): string {
  const words = `${left.toLocaleString('en')} ${left === 1 ? 'row was' : 'rows were'} not sent`
  return floor !== null && held >= cost
    ? `Stopped above ${floor.toLocaleString('en')} credits; ${words}.`
    : `The next call costs ${cost} and the key holds ${held}; ${words}.`
}
