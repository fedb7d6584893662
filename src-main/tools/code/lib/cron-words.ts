const RANGES: Readonly<Record<number, readonly [first: number, last: number]>> = {
  0: [0, 59],
  1: [0, 59],
  2: [0, 23],
  3: [1, 31],
  4: [1, 12],
}
const WEEKDAY = 5

/**
 * A cron expression whose steps can be read aloud: "every 90 minutes" is not what a step of 90 means, because
 * steps start again in each hour. A step that does not divide its field evenly is written as the list of its
 * values.
 * @param expression five or six fields, separated by single spaces
 */
export function withoutUnevenSteps(expression: string): string {
  const fields = expression.split(' ')
  const offset = 6 - fields.length
  return fields.map((field, at) => listed(field, at + offset)).join(' ')
}

function listed(field: string, place: number): string {
  const range = RANGES[place]
  if (range === undefined || place === WEEKDAY) return field
  const [first, last] = range
  const parts = field.split(',').map((part) => {
    const [, from, to, step] = /^(\*|\d+)(?:-(\d+))?\/(\d+)$/.exec(part) ?? []
    const by = Number(step)
    if (step === undefined || by === 0) return part
    const start = from === '*' ? first : Number(from)
    const end = to === undefined ? last : Number(to)
    const isWhole = from === '*' && (last - first + 1) % by === 0 && place !== 3
    if (isWhole || by === 1) return part
    const values: number[] = []
    for (let value = start; value <= end; value += by) values.push(value)
    // A range with its step is said as such: "every 10 minutes, minutes 5 through 35".
    return to !== undefined && values.length > 1 && (end - start) % by === 0 ? part : values.join(',')
  })
  return parts.join(',')
}
