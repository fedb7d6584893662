import { parse, TomlDate, TomlError } from 'smol-toml'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_DEPTH = 200
const DAY = /\d{4}-\d{2}-\d{2}/g
const DAY_CHARS = 10

/**
 * The value of a TOML document; integers that a float cannot hold are bigint.
 * @throws InvalidInput with line and column of what is not TOML, and for days that their months do not have
 */
export function readToml(text: string): object {
  const value = parsed(text)
  const wrong = [...text.matchAll(DAY)].filter(([day]) => !isDay(day)).map(({ index }) => index)
  if (wrong.length === 0 || isUntouched(value, text, wrong)) return value
  // The first of them that is a date, by halves.
  let [from, to] = [0, wrong.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isUntouched(value, text, wrong.slice(0, middle + 1))) from = middle + 1
    else to = middle
  }
  const at = wrong[from]!
  const day = text.slice(at, at + DAY_CHARS)
  throw new InvalidInput('toml', `Not TOML: the month has no such day, ${day}, ${placeOf(text, at)}`)
}

// The library reads 29 February as 1 March in any year. A text or a key may look like such a day, too, so it counts
// as a date if another day in its place changes the dates of the document.
function isUntouched(value: object, text: string, places: readonly number[]): boolean {
  const chars = text.split('')
  for (const at of places) [chars[at + DAY_CHARS - 2], chars[at + DAY_CHARS - 1]] = ['0', '1']
  try {
    return datesIn(value).join() === datesIn(parsed(chars.join(''))).join()
  } catch {
    // The other day is the name of another key.
    return true
  }
}

function parsed(text: string): object {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded', maxDepth: MAX_DEPTH })
  } catch (error) {
    if (error instanceof TomlError) throw new InvalidInput('toml', sentenceOf(error))
    throw error
  }
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  // Months and days that no calendar has were refused before.
  return Number.isNaN(date.getTime()) || date.toISOString().startsWith(day)
}

function datesIn(value: unknown): string[] {
  if (value instanceof TomlDate) return [value.toISOString()]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(datesIn) : []
}

function placeOf(text: string, index: number): string {
  const lines = text.slice(0, index).split('\n')
  return `at line ${lines.length}, column ${lines.at(-1)!.length + 1}`
}

// The message continues with the text at fault.
function sentenceOf({ message, line, column }: { message: string; line: number; column: number }): string {
  const reason = message.split('\n', 1)[0]!.replace('Invalid TOML document: ', '').slice(0, 200)
  return `Not TOML: ${reason.toWellFormed()}, at line ${line}, column ${column}`
}
