import { curlOption } from './curl-options.ts'
import { shellWords } from './shell-words.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The options and URLs of a curl command, in order. */
export interface CurlCommand {
  readonly given: readonly { readonly name: string; readonly value: string }[]
  readonly urls: readonly string[]
  readonly warnings: string[]
}

/**
 * Parses a curl command as a shell and curl itself would.
 * @throws InvalidInput when it is not one, or an option lacks its value
 */
export function readCurl(command: string): CurlCommand {
  const { words, rest } = shellWords(command.trim().replace(/^\$\s+/, ''))
  const [program, ...args] = words
  if (!program || !/(^|[/\\])curl(\.exe)?$/i.test(program))
    throw new InvalidInput('command', 'Send a command that starts with curl')
  const warnings = rest === '' ? [] : [`The rest is not part of the request: ${rest.slice(0, 100)}`]
  const given: { name: string; value: string }[] = []
  const urls: string[] = []
  const waiting = args.toReversed()
  const valueOf = (option: string): string => {
    const value = waiting.pop()
    if (value === undefined) throw new InvalidInput('command', `The option ${option} needs a value`)
    return value
  }
  for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
    if (!word.startsWith('-') || word === '-') urls.push(word)
    else if (word.startsWith('--')) readLong(word, given, valueOf, warnings)
    else readShort(word, given, valueOf, warnings)
  }
  for (const { name, value } of given) if (name === 'url') urls.push(value)
  return { given, urls, warnings: warnings.map((warning) => warning.toWellFormed()) }
}

function readLong(
  word: string,
  given: { name: string; value: string }[],
  valueOf: (option: string) => string,
  warnings: string[],
): void {
  const known = curlOption(word)
  if (known) given.push({ name: known.name, value: known.value ? valueOf(word) : '' })
  else warnings.push(`The option ${word.slice(0, 60)} is not known and was ignored`)
}

// "-sSLX POST" and "-XPOST": letters without values, then one whose value is the rest or the next
// word.
function readShort(
  word: string,
  given: { name: string; value: string }[],
  valueOf: (option: string) => string,
  warnings: string[],
): void {
  for (let n = 1; n < word.length; n++) {
    const known = curlOption(`-${word[n]}`)
    if (!known) {
      warnings.push(`The option -${word[n]} is not known and was ignored`)
      return
    }
    if (known.value) {
      given.push({ name: known.name, value: word.slice(n + 1) || valueOf(`-${word[n]}`) })
      return
    }
    given.push({ name: known.name, value: '' })
  }
}
