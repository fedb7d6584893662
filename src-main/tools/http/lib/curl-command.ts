import { curlOption } from './curl-options.ts'
import { shellWords } from './shell-words.ts'
import type { Given } from './curl-data.ts'
import type { Stdin } from './shell-redirections.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The options and URLs of a curl command, in order. */
export interface CurlCommand {
  readonly given: readonly Given[]
  readonly urls: readonly string[]
  /** What is redirected into it; null if nothing is. */
  readonly stdin: Stdin | null
  readonly warnings: string[]
}

/**
 * Parses a curl command as a shell and curl itself would.
 * @throws InvalidInput when it is not one, or an option lacks its value
 */
export function readCurl(command: string): CurlCommand {
  const { words, rest, expanded, stdin } = shellWords(withoutComments(command).replace(/^\$\s+/, ''))
  const [program, ...args] = words
  if (!program || !/(^|[/\\])curl(\.exe)?$/i.test(program))
    throw new InvalidInput('command', 'Send a command that starts with curl')
  const warnings = rest === '' ? [] : [`The rest is not part of the request: ${rest.slice(0, 100)}`]
  for (const text of expanded)
    warnings.push(`A shell would put something else in place of ${shown(text)}; it was left as it is`)
  const given: Given[] = []
  const urls: string[] = []
  const waiting = args.toReversed()
  const valueOf = (option: string): string => {
    const value = waiting.pop()
    if (value === undefined) throw new InvalidInput('command', `The option ${option} needs a value`)
    return value
  }
  for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
    if (word === '--next' || word === '-:') {
      // A request without a URL goes on with the next.
      if (urls.length === 0 && !given.some(({ name }) => name === 'url')) continue
      warnings.push(`What follows ${word} is another request and was ignored`)
      break
    } else if (word === '--') urls.push(...waiting.splice(0).toReversed())
    else if (!word.startsWith('-') || word === '-') urls.push(word)
    else if (word.startsWith('--')) readLong(word, given, valueOf, warnings)
    else readShort(word, given, valueOf, warnings)
  }
  for (const { name, value } of given) if (name === 'url') urls.push(value)
  return { given, urls, stdin, warnings }
}

// curl's manual: "--no-" turns a switch off again, and since 8.16.0 a value may follow an equals sign.
function readLong(
  word: string,
  given: Given[],
  valueOf: (option: string) => string,
  warnings: string[],
): void {
  const at = word.indexOf('=')
  const written = at < 0 ? word : word.slice(0, at)
  const known = curlOption(written)
  const off = known ? undefined : curlOption(written.replace(/^--no-/, '--'))
  if (at >= 0 && known?.value) {
    given.push({ name: known.name, value: word.slice(at + 1) })
    warnings.push(`${shown(word)} is read by curl 8.16 and later; older ones refuse the equals sign`)
  } else if (at >= 0 && known)
    warnings.push(`The option ${shown(word)} was ignored: ${written} takes no value`)
  else if (at < 0 && known) given.push({ name: known.name, value: known.value ? valueOf(word) : '' })
  else if (at < 0 && off && !off.value)
    given.splice(0, given.length, ...given.filter(({ name }) => name !== off.name))
  else warnings.push(`The option ${shown(word)} is not known and was ignored`)
}

// A shell skips lines that begin with a number sign.
function withoutComments(command: string): string {
  return command.replace(/^(?:\s*#[^\n]*(?:\n|$))+/, '').trim()
}

function shown(word: string): string {
  return word.slice(0, 60)
}

// "-sSLX POST" and "-XPOST": letters without values, then one whose value is the rest or the next
// word.
function readShort(
  word: string,
  given: Given[],
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
