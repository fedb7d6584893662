import { z } from 'zod'
import { grantWords, SOURCE_GRANTS, type SourceKey } from '../../../src-shared/sources/source-keys.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { print, printJson, table } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { valuesOf } from './repeated-option.ts'
import { pathOf } from './source-paths.ts'

/** The answers of /app/sources/{id}/keys. */
const sourceKeys = z.looseObject({
  open_tools: z.number(),
  keys: z.array(
    z.looseObject({
      key_id: z.string(),
      name: z.string(),
      last4: z.string(),
      grant: z.enum(SOURCE_GRANTS),
      tools: z.number(),
      barred: z.string().nullable(),
    }),
  ),
})

/** `toolgate sources keys`: which keys may call the tools of a source. */
export const keys = defineClientCommand({
  name: 'keys',
  description:
    'Shows which keys may call the tools of a source; --grant and --take change that, by the id or name of a key',
  args: {
    id: { type: 'positional', required: true, description: 'The id of the source' },
    grant: { type: 'string', description: 'A key that may call them from now on; several times' },
    take: {
      type: 'string',
      description: 'A key that may not any more, nor those made with it; several times',
    },
  },
  run: async (client, { id, json }, rawArgs) => {
    const path = `${pathOf(id)}/keys`
    const [grant, take] = [valuesOf(rawArgs, 'grant'), valuesOf(rawArgs, 'take')]
    let answer = await client.get(path)
    if (grant.length + take.length > 0) {
      const { keys: known } = sourceKeys.parse(answer)
      const toId = (named: string) => idOf(named, known)
      answer = await client.post(path, { grant: grant.map(toId), take: take.map(toId) })
    }
    if (json) return printJson(answer)
    const { open_tools: open, keys: told } = sourceKeys.parse(answer)
    const rows = told.map((key) => [key.key_id, key.name, `…${key.last4}`, grantWords(key, open)])
    print(table(['id', 'name', 'key', 'may call'], rows))
  },
})

// One that is not listed may still be a key, of which the gateway says why it cannot be granted anything.
function idOf(named: string, known: readonly SourceKey[]): string {
  const found = known.filter(({ key_id, name }) => key_id === named || name === named)
  if (found.length > 1)
    throw new UsageError(`Several keys are named ${named}. Give the id of one: toolgate keys list.`)
  return found[0]?.key_id ?? named
}
