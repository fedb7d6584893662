import { MOST_CHOSEN } from '../../../src-shared/sources/source-kinds.ts'
import type { WholeSource } from './source-answers.ts'

/**
 * The tools that are to be opened: those that the patterns name, or else all of a server, and of an API those that only
 * read, as long as there are few.
 * @param patterns such as `GET /repos/**`, where `*` is a part of a path and `**` any number of them
 */
export function chosenTools(
  { kind, tools }: WholeSource,
  patterns: readonly string[],
): WholeSource['tools'] {
  if (patterns.length > 0) {
    const wanted = patterns.map(toPattern)
    return tools.filter(({ place, name }) =>
      wanted.some((pattern) => pattern.test(place ?? '') || pattern.test(name)),
    )
  }
  if (kind !== 'openapi') return tools
  return tools.filter(({ says_read_only: reads, deprecated }) => reads && !deprecated).slice(0, MOST_CHOSEN)
}

function toPattern(text: string): RegExp {
  const source = text
    .trim()
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/ ]*' : part.replace(/[^\w\s]/g, '\\$&')))
    .join('')
  return new RegExp(`^${source}$`, 'i')
}
