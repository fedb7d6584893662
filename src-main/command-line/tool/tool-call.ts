import { defineCommand, type CommandDef } from 'citty'
import { CLIENT_ARGS, GatewayClient, type ClientOptions } from '../client/gateway-client.ts'
import { reporting } from '../terminal/reporting.ts'
import { print, readStdin } from '../terminal/terminal.ts'
import { jsonOrText, readToolFlags, typeOf } from './tool-flags.ts'
import { toolHelp } from './tool-help.ts'
import { fetchTool, type ToolInfo } from './tool-info.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** A call as given on a command line. */
interface ToolCall {
  readonly client: GatewayClient
  readonly tool: ToolInfo
  readonly fields: Readonly<Record<string, unknown>>
  readonly json: boolean
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
export function defineToolCommand({ name, description, usage, headless, run }: ToolCommand): CommandDef {
  return defineCommand({
    meta: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    },
    run: async ({ rawArgs }) => {
      const { options, rest } = splitOptions(rawArgs)
      process.exitCode = await reporting(options.json, async () => {
        const slug = rest.find((word) => !word.startsWith('-'))
        if (slug === undefined) throw new UsageError(`Usage: ${usage}`)
        const client = await GatewayClient.find(options, process.env, headless)
        const tool = await fetchTool(client, slug)
        if (rest.includes('--help') || rest.includes('-h')) return print(toolHelp(tool))
        const fields = await readFields(tool, rest.slice(rest.indexOf(slug) + 1))
        return await run({ client, tool, fields, json: options.json })
      })
    },
  })
}

async function readFields(tool: ToolInfo, words: readonly string[]): Promise<ToolCall['fields']> {
  const { fields, readsStdin } = readToolFlags(tool, words)
  return readsStdin ? await withStdin(tool, fields) : fields
}

/** Reads stdin as the main field's value, or as the whole input when there is no main field. */
async function withStdin(
  tool: ToolInfo,
  fields: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readStdin()
  const main = tool.main_field
  if (main !== null) {
    const takesText = typeOf(tool.input_schema.properties[main] ?? {}) === 'string'
    return { ...fields, [main]: takesText ? text : jsonOrText(text) }
  }
  const read = jsonOrText(text)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new UsageError(`${tool.slug} has several fields, so stdin must be a JSON object of them.`)
  return { ...read, ...fields }
}

// The tool's flags are known only after asking the gateway, so the command's own are taken out first.
function splitOptions(rawArgs: readonly string[]): {
  options: ClientOptions & { readonly json: boolean }
  rest: string[]
} {
  const values: Record<string, string> = {}
  const rest: string[] = []
  let json = false
  for (let index = 0; index < rawArgs.length; index++) {
    const word = rawArgs[index] ?? ''
    const [name = '', inline] = word.startsWith('--') ? splitOnce(word.slice(2)) : []
    if (name === 'json' && inline === undefined) json = true
    else if (name !== 'json' && Object.hasOwn(CLIENT_ARGS, name))
      values[name] = inline ?? rawArgs[++index] ?? ''
    else rest.push(word)
  }
  return { options: { ...values, json }, rest }
}

function splitOnce(text: string): [string, string?] {
  const at = text.indexOf('=')
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
