import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadListed } from '../../../build/docs/read-help.ts'
import { ROOT } from '../../../build/paths.mjs'
import { COMMANDS } from '../../../src-main/command-line/command-list.ts'
import { argsOf, leafOf } from '../../../src-main/command-line/command-parts.ts'
import { readServeOptions, SERVE_HELP } from '../../../src-main/command-line/serve/serve-options.ts'
import { checkArguments } from '../../../src-main/command-line/terminal/check-arguments.ts'
import { InvalidInput } from '../../../src-main/tool-kit/tool-context.ts'
import { shellWords } from '../../../src-main/tools/http/lib/shell-words.ts'

/** What a reader exports before a gateway is started on a PostgreSQL. */
const SECRETS = { TOOLGATE_OWNER_KEY: 'of the reader', TOOLGATE_SECRET: 'of the reader' }

/** The simple commands of a script, each as its words; expansions stay as they are written. */
export function shellCommands(code: string): string[][] {
  const commands: string[][] = []
  let open = ''
  for (const line of code.replaceAll('\\\n', ' ').split('\n')) {
    const found = commandsOfLine(open + line)
    // A quote that is open at the end of a line goes on in the next.
    open = found === null ? `${open}${line}\n` : ''
    commands.push(...(found ?? []))
  }
  if (open !== '') throw new Error(`A quote is never closed: ${open}`)
  return commands
}

function commandsOfLine(line: string): string[][] | null {
  const commands: string[][] = []
  let rest = line.trim()
  while (rest !== '' && !rest.startsWith('#')) {
    try {
      const { words, rest: more } = shellWords(rest)
      if (words.length > 0) commands.push(words)
      rest = more.replace(/^[|&;<>()]+/, '').trim()
    } catch (error) {
      if (error instanceof InvalidInput) return null
      throw error
    }
  }
  return commands
}

/**
 * What of our own a script names and nobody has: commands of toolgate with their subcommands and flags, and scripts
 * of package.json.
 * @returns a sentence for each fault
 */
export async function faultsOf(code: string): Promise<string[]> {
  const faults = shellCommands(code).map(async (words) => {
    try {
      await checkCommand(words)
      return []
    } catch (error) {
      return [`${words.join(' ')}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  return (await Promise.all(faults)).flat()
}

/**
 * What a sentence names of the command line and nobody has: a command, a subcommand or a flag. What the command still
 * needs may be missing.
 * @param named such as `toolgate keys revoke ID`
 * @returns a sentence; null when all of it exists
 */
export async function faultInProse(named: string): Promise<string | null> {
  const [name = '', ...rest] = named.split(/\s+/).slice(1)
  if (name.startsWith('-') || /^[A-Z]/.test(name)) return null
  if (!Object.hasOwn(COMMANDS, name)) return `There is no command ${name}.`
  if (name === 'serve')
    return rest.find((word) => word.startsWith('--') && !SERVE_HELP.includes(word)) ?? null
  const leaf = leafOf({ path: [name], command: await loadListed(name), rest })
  const [word = ''] = leaf.rest
  if (leaf.command.run === undefined && /^[a-z]/.test(word)) return `toolgate ${name} has no part ${word}.`
  if (leaf.command.takes === 'tool' || leaf.command.takes === 'anything') return null
  const known = new Set([...Object.keys(argsOf(leaf.command)), 'help'])
  const unknown = leaf.rest.find(
    (each) => each.startsWith('--') && !known.has(each.slice(2).split('=')[0]!),
  )
  return unknown === undefined ? null : `toolgate ${leaf.path.join(' ')} has no ${unknown}.`
}

async function checkCommand(words: readonly string[]): Promise<void> {
  const [program = '', ...rest] = words
  if (program === 'npm') return await checkScript(rest)
  if (program === 'toolgate' || program.endsWith('/bin/toolgate')) return await checkToolgate(rest)
  // In a container it is the command that is run there.
  const inside = rest.indexOf('toolgate')
  if (program === 'docker' && inside !== -1) await checkToolgate(rest.slice(inside + 1))
}

async function checkScript(words: readonly string[]): Promise<void> {
  const [verb = '', ...rest] = words.filter((word) => word !== '--silent')
  const name = verb === 'run' ? rest[0]! : verb
  if (['install', 'uninstall'].includes(name)) return
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  if (!Object.hasOwn(scripts, name)) throw new Error(`package.json has no script ${name}.`)
  const own = rest.slice(rest.indexOf('--') + 1)
  if (name === 'toolgate') await checkToolgate(own)
  if (name === 'serve') readServeOptions(own, SECRETS)
}

async function checkToolgate(words: readonly string[]): Promise<void> {
  const [name, ...rest] = words
  if (name === undefined || name.startsWith('-')) return
  if (name === 'serve') return void readServeOptions(rest, SECRETS)
  if (!Object.hasOwn(COMMANDS, name)) throw new Error(`There is no command ${name}.`)
  const leaf = leafOf({ path: [name], command: await loadListed(name), rest })
  const { takes, run, promptsForKey = false } = leaf.command
  if (run === undefined) throw new Error(`toolgate ${leaf.path.join(' ')} has no part ${leaf.rest[0]}.`)
  // The flags of a tool are those of its schema, and --help is every command's.
  if (takes === 'tool' || takes === 'anything' || leaf.rest.includes('--help')) return
  await checkArguments(leaf.rest, argsOf(leaf.command), { takesWords: takes === 'words', promptsForKey })
}
