import type { ArgsDef } from 'citty'
import { UsageError } from './usage-error.ts'

/**
 * Refuses what a command does not take: an unknown option would be without effect, and an extra word too. The value of
 * an unknown option is not repeated, since it may be a key.
 * @param command whether it takes any number of words, and whether it asks for a key
 * @throws UsageError with the nearest option, or all of them
 */
export async function checkArguments(
  rawArgs: readonly string[],
  args: ArgsDef,
  { takesWords, promptsForKey }: { readonly takesWords: boolean; readonly promptsForKey: boolean },
): Promise<void> {
  const options = optionsOf(args)
  const places = Object.values(args).filter(({ type }) => type === 'positional').length
  let words = 0
  for (let at = 0; at < rawArgs.length; at++) {
    const word = rawArgs[at]!
    if (word === '--') {
      words += rawArgs.length - at - 1
      break
    }
    if (!word.startsWith('-') || word === '-') {
      words++
      if (words > places && !takesWords) throw new UsageError(tooMany(word, places))
      continue
    }
    const [written = ''] = word.split('=')
    const name = written.replace(/^--?/, '')
    const type =
      options.get(name) ?? (options.get(name.replace(/^no-/, '')) === 'boolean' ? 'boolean' : null)
    if (type === null) throw new UsageError(await unknown(written, [...options.keys()], promptsForKey))
    if (type === 'boolean' || word.includes('=')) continue
    at++
    if (rawArgs[at] === undefined) throw new UsageError(`${written} needs a value.`)
  }
  if (words > places && !takesWords) throw new UsageError(tooMany(rawArgs.at(-1)!, places))
  const missing = Object.entries(args).filter(
    ([, { type, required }]) => type === 'positional' && required !== false,
  )
  const [name] = missing[words] ?? []
  if (name !== undefined) throw new UsageError(`${name.toUpperCase()} is missing.`)
}

function optionsOf(args: ArgsDef): Map<string, 'boolean' | 'string'> {
  return new Map(
    Object.entries(args).flatMap(([name, arg]) => {
      if (arg.type === 'positional') return []
      const names = [name, ...('alias' in arg && arg.alias ? [arg.alias].flat() : [])]
      return names.map((one) => [one, arg.type === 'boolean' ? 'boolean' : 'string'] as const)
    }),
  )
}

function tooMany(word: string, places: number): string {
  const takes = places === 0 ? 'no argument' : places === 1 ? 'one argument' : `${places} arguments`
  return `${JSON.stringify(word)} is one argument too many: this command takes ${takes}.`
}

async function unknown(written: string, known: readonly string[], promptsForKey: boolean): Promise<string> {
  const near = await nearest(written.replace(/^--?/, ''), known)
  const instead =
    promptsForKey && written.endsWith('key') ? ' Type the key at the prompt or pipe it in.' : ''
  const advice =
    near === null
      ? ` Known options: ${known.map((name) => (name.length > 1 ? `--${name}` : `-${name}`)).join(', ')}.`
      : ` Did you mean --${near}?`
  return `Unknown option ${written}.${instead}${advice}`
}

/** The known name that a mistyped one most likely stands for; null when none is near. */
export async function nearest(typed: string, known: readonly string[]): Promise<string | null> {
  if (known.length === 0 || typed.length < 2) return null
  const { closest, distance } = await import('fastest-levenshtein')
  const found = closest(typed, known)
  const begins = known.filter((name) => name.startsWith(typed))
  if (begins.length === 1) return begins[0]!
  return distance(typed, found) <= Math.max(1, Math.floor(found.length / 3)) ? found : null
}
