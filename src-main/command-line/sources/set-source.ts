import { defineClientCommand } from '../client/client-command.ts'
import { print, printJson } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { toolWords, wholeSource } from './source-answers.ts'
import { pathOf } from './source-paths.ts'

/** `toolgate sources set`: what its owner says of a source, or of some of its tools. */
export const set = defineClientCommand({
  name: 'set',
  description:
    'Sets the title, price and times of a source, or of the tools that are named the price and what you know of them',
  args: {
    id: { type: 'positional', required: true, description: 'The id of the source' },
    title: { type: 'string', description: 'What the source is called' },
    credits: {
      type: 'string',
      description: 'The price of a call; of a tool also default, for that of its source',
    },
    seconds: {
      type: 'string',
      description: 'How long a call may take, 1 to 600; default for as other tools',
    },
    'keep-running': { type: 'boolean', description: 'Keep its process when nobody calls' },
    'read-only': { type: 'boolean', description: 'Say that the tools only read' },
    repeatable: {
      type: 'boolean',
      description: 'Say that a call of the tools may be sent again without knowing whether it has acted',
    },
  },
  takes: 'words',
  run: async (client, args) => {
    const {
      _: [, ...names],
      id,
      json,
    } = args
    const path = pathOf(id)
    const ofTools = {
      credits: priceIn(args.credits),
      read_only: args['read-only'],
      repeatable: args.repeatable,
    }
    const ofSource = {
      ...{ title: args.title, credits: ofTools.credits, keep_running: args['keep-running'] },
      call_seconds: numberIn(args.seconds, 'seconds'),
    }
    const wanted = given(names.length > 0 ? ofTools : ofSource)
    const all = Object.keys(given({ ...ofTools, ...ofSource }))
    if (all.length === 0)
      throw new UsageError(`Say what to set, such as --credits 3: toolgate sources set ${id}`)
    if (all.length > Object.keys(wanted).length)
      throw new UsageError(
        '--title, --seconds and --keep-running are those of a source; --read-only and --repeatable those of tools, ' +
          'which are named after it.',
      )
    const { source } = wholeSource.parse(await client.get(path))
    const original = (named: string): string => {
      const tool = source.tools.find(({ name, slug }) => name === named || slug === named)
      if (!tool) throw new UsageError(`${id} has no tool ${named}.`)
      return tool.name
    }
    const tools = names.map((named) => ({ name: original(named), ...wanted }))
    const answer = await (tools.length > 0
      ? client.patch(`${path}/tools`, { tools })
      : client.patch(path, wanted))
    if (json) return printJson(answer)
    print(`${id} is set: ${toolWords(wholeSource.parse(answer).source.tool_counts)}.`)
  },
})

function given(all: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function priceIn(text: string | undefined): number | null | undefined {
  return numberIn(text, 'credits')
}

function numberIn(text: string | undefined, option: string): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'default') return null
  if (/^\d{1,7}$/.test(text)) return Number(text)
  throw new UsageError(`--${option} takes a whole number or default, not ${text}.`)
}
