import { reporting } from './client-command.ts'
import { CLIENT_ARGS, GatewayClient, type ClientOptions } from './gateway-client.ts'
import { print, readStdin } from './terminal.ts'
import { looseJson, readToolFlags, typeOf } from './tool-flags.ts'
import { toolHelp } from './tool-help.ts'
import { fetchTool, type ToolInfo } from './tool-info.ts'
import { UsageError } from './usage-error.ts'

/** A call as a command line asks for it. */
export interface ToolCall {
  readonly client: GatewayClient
  readonly tool: ToolInfo
  readonly fields: Readonly<Record<string, unknown>>
  readonly json: boolean
}

/**
 * Runs a command whose flags are made from a tool's schema: `call`, `stream`, `dry-run` and `jobs submit`.
 * @param usage how the command is written, for the error without a slug
 * @returns the exit code
 */
export async function withToolCall(
  rawArgs: readonly string[],
  usage: string,
  work: (call: ToolCall) => Promise<number>,
): Promise<number> {
  const { options, rest } = splitOptions(rawArgs)
  return await reporting(options.json, async () => {
    const wantsHelp = rest.includes('--help') || rest.includes('-h')
    const slug = rest.find((word) => !word.startsWith('-'))
    if (slug === undefined) throw new UsageError(`Usage: ${usage}`)
    const client = await GatewayClient.find(options)
    const tool = await fetchTool(client, slug)
    if (wantsHelp) {
      print(toolHelp(tool))
      return 0
    }
    const after = rest.slice(rest.indexOf(slug) + 1)
    const { fields, readsStdin } = readToolFlags(tool, after)
    const whole = readsStdin ? await withStdin(tool, fields) : fields
    return await work({ client, tool, fields: whole, json: options.json })
  })
}

/** Standard input is the main field's value, or the whole input where there is no main field. */
async function withStdin(
  tool: ToolInfo,
  fields: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readStdin()
  const main = tool.main_field
  if (main !== null) {
    const takesText = typeOf(tool.input_schema.properties[main] ?? {}) === 'string'
    return { ...fields, [main]: takesText ? text : looseJson(text) }
  }
  const read = looseJson(text)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new UsageError(`${tool.slug} has several fields, so stdin must be a JSON object of them.`)
  return { ...read, ...fields }
}

// The tool's flags are not known before the gateway is asked, so the command's own are taken out first.
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
