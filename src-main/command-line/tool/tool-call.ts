import { defineCommand, type CommandDef } from 'citty'
import type { Taking } from '../client/client-command.ts'
import { CLIENT_ARGS, GatewayClient, type ClientOptions } from '../client/gateway-client.ts'
import { fieldTextOf } from '../input/field-text.ts'
import { decoded, readBytes } from '../input/read-text.ts'
import { MAX_BODY_BYTES } from '../../../src-shared/limits.ts'
import { print } from '../terminal/terminal.ts'
import { jsonOrText, readToolFlags, typeOf } from './tool-flags.ts'
import { toolHelp } from './tool-help.ts'
import { fetchTool, type ToolInfo } from './tool-info.ts'
import { CommandFailed } from '../terminal/exit-codes.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { fieldNamed } from './field-flags.ts'

/** A call as given on a command line. */
interface ToolCall {
  readonly client: GatewayClient
  readonly tool: ToolInfo
  readonly fields: Readonly<Record<string, unknown>>
  readonly json: boolean
  /** The file that the answer goes into; undefined for stdout. */
  readonly output: string | undefined
}

/** A command whose flags are made from a tool's schema: `call`, `stream`, `dry-run` and `jobs submit`. */
interface ToolCommand {
  readonly name?: string
  readonly description?: string
  /** The usage line, for the error without a slug. */
  readonly usage: string
  /** The built entry of the gateway, for a command that starts one where none runs. */
  readonly headless?: URL
  /** Does the work. @returns the exit code */
  readonly run: (call: ToolCall) => Promise<number>
}

/**
 * Declares such a command. It parses its own arguments, because citty would need the flags before
 * the tool is known.
 */
export function defineToolCommand({
  name,
  description,
  usage,
  headless,
  run,
}: ToolCommand): CommandDef & Taking {
  const command = defineCommand({
    meta: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    },
    run: async ({ rawArgs }) => {
      const { options, output, rest, slug } = await readWords(rawArgs)
      if (slug === undefined) throw new UsageError(`Usage: ${usage}`)
      const client = await GatewayClient.find(options, process.env, headless)
      const tool = await fetchTool(client, slug)
      if (rest.includes('--help') || rest.includes('-h')) return print(toolHelp(tool))
      const fields = await readFields(tool, rest.slice(rest.indexOf(slug) + 1))
      process.exitCode = await run({ client, tool, fields, json: options.json, output })
    },
  })
  return { ...command, takes: 'tool' }
}

async function readFields(tool: ToolInfo, words: readonly string[]): Promise<ToolCall['fields']> {
  const { fields, readsStdin } = await readToolFlags(tool, words)
  return readsStdin ? await withStdin(tool, fields) : fields
}

/** Reads stdin as the main field's value, or as the whole input when there is no main field. */
async function withStdin(
  tool: ToolInfo,
  fields: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readBytes('-', MAX_BODY_BYTES)
  const main = tool.main_field
  if (main !== null) {
    const field = tool.input_schema.properties[main] ?? {}
    const text = fieldTextOf(bytes, '-', field)
    return { ...fields, [main]: typeOf(field) === 'string' ? text : jsonOrText(text, field) }
  }
  const read = jsonOrText(decoded(bytes, '-'))
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new UsageError(`${tool.slug} has several fields, so stdin must be a JSON object of them.`)
  return { ...read, ...fields }
}

/** The words of a command line, with the command's own options taken out. */
interface SplitWords {
  readonly options: ClientOptions & { readonly json: boolean }
  readonly output: string | undefined
  readonly rest: readonly string[]
  /** The tool, and the options of the command that come after it, by name. */
  readonly slug: string | undefined
  readonly after: readonly string[]
}

/**
 * Takes the command's own options out of the words, since a tool is known only after asking the gateway. After the
 * slug, an option that the tool has as a field means the field, such as `--key` of crypto-hmac.
 */
async function readWords(rawArgs: readonly string[]): Promise<SplitWords> {
  const words = splitOptions(rawArgs, () => false)
  const { slug, after } = words
  if (slug === undefined || after.length === 0) return words
  const { options } = splitOptions(rawArgs.slice(0, rawArgs.indexOf(slug)), () => false)
  return splitOptions(rawArgs, await fieldsOf(slug, options))
}

/**
 * Tells which options are fields of a tool. What one of a source takes is known where it is served, so the gateway is
 * asked that is meant without the options in question.
 */
async function fieldsOf(slug: string, options: ClientOptions): Promise<(name: string) => boolean> {
  const { readAllFacts } = await import('../../tools/all-facts.ts')
  const facts = (await readAllFacts()).find((tool) => tool.slug === slug || tool.aliases?.includes(slug))
  if (facts) return (name) => facts.fields.includes(name.replaceAll('-', '_'))
  const tool = await servedTool(slug, options)
  return (name) => tool !== null && fieldNamed(tool, name) !== null
}

async function servedTool(slug: string, options: ClientOptions): Promise<ToolInfo | null> {
  try {
    return await fetchTool(await GatewayClient.find(options), slug)
  } catch (error) {
    // The options in question may name the gateway that has it, or the key that may see it.
    if (error instanceof CommandFailed) return null
    throw error
  }
}

function splitOptions(rawArgs: readonly string[], isField: (name: string) => boolean): SplitWords {
  const values: Record<string, string> = {}
  const rest: string[] = []
  const after: string[] = []
  let json = false
  let output: string | undefined
  let slug: string | undefined
  for (let index = 0; index < rawArgs.length; index++) {
    const word = rawArgs[index] ?? ''
    const [name = '', inline] = word.startsWith('--') ? splitOnce(word.slice(2)) : []
    if (name === 'json' && inline === undefined) json = true
    else if (
      name !== 'json' &&
      Object.hasOwn(CLIENT_ARGS, name) &&
      !(slug !== undefined && isField(name))
    ) {
      values[name] = inline ?? rawArgs[++index] ?? ''
      if (slug !== undefined) after.push(name)
    } else if (word === '-o') {
      output = rawArgs[++index]
      if (output === undefined) throw new UsageError('-o needs a file.')
    } else {
      rest.push(word)
      if (!word.startsWith('-')) slug ??= word
    }
  }
  return { options: { ...values, json }, output, rest, slug, after }
}

function splitOnce(text: string): [string, string?] {
  const at = text.indexOf('=')
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
