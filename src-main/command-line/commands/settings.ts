import { defineCommand } from 'citty'
import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { print, printJson, table } from '../terminal/terminal.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'

const PATH = '/app/settings'
const settingsAnswer = z.object({
  settings: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
})

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the settings of the gateway',
  run: async (client, { json }) => {
    const { settings } = settingsAnswer.parse(await client.get(PATH))
    if (json) return printJson(settings)
    const rows = Object.entries(settings).map(([name, value]) => [name, String(value)])
    print(table(['setting', 'value'], rows))
  },
})

const set = defineClientCommand({
  name: 'set',
  description: 'Changes a setting; it applies at once',
  args: {
    name: { type: 'positional', required: true, description: 'The name of the setting' },
    value: { type: 'positional', required: true, description: 'true, false, a number or a word' },
  },
  run: async (client, { name, value, json }) => {
    const { settings: known } = settingsAnswer.parse(await client.get(PATH))
    if (!Object.hasOwn(known, name))
      throw new CommandFailed(
        `There is no setting ${name}. toolgate settings list shows them.`,
        EXIT.notFound,
      )
    const { settings } = settingsAnswer.parse(await client.json('PATCH', PATH, { [name]: valueOf(value) }))
    if (json) printJson({ [name]: settings[name] })
    else print(`${name} is now ${String(settings[name])}.`)
  },
})

/** `toolgate settings`: the owner's settings of a running gateway. */
export const settings = defineCommand({ subCommands: { list, set } })

// What is not JSON is a word; the gateway says which values it takes.
function valueOf(text: string): unknown {
  try {
    return parseJson(text.replaceAll(/(?<=\d)[_,](?=\d)/g, ''))
  } catch {
    return text
  }
}
