import { defineClientCommand } from '../client/client-command.ts'
import { readSecret } from '../terminal/read-secret.ts'
import { print, printJson, say } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { apiCredentials } from './openapi-source.ts'
import { valuesOf } from './repeated-option.ts'
import { troubleOf, wholeSource, type WholeSource } from './source-answers.ts'
import { pathOf } from './source-paths.ts'

/** `toolgate sources secret`: gives a source another secret, or takes one away. */
export const secret = defineClientCommand({
  name: 'secret',
  description:
    'Gives a source secrets by their names, each read from your environment or a prompt; what it had under such a ' +
    'name is replaced. It goes where the source was agreed to go',
  args: {
    id: { type: 'positional', required: true, description: 'The id of the source' },
    bearer: {
      type: 'string',
      description: 'The name of a secret that goes with every call of an API as a token',
    },
    header: {
      type: 'string',
      description: 'HEADER=NAME of a secret that goes with every call of an API; several times',
    },
    remove: {
      type: 'string',
      description: 'The name of a secret to take away; may be given several times',
    },
  },
  takes: 'words',
  run: async (client, { _: [, ...words], id, json }, rawArgs) => {
    const { source } = wholeSource.parse(await client.get(pathOf(id)))
    const credentials = apiCredentials(rawArgs)
    const names = [...new Set([...words, ...credentials.map(({ name }) => name)])]
    const gone = valuesOf(rawArgs, 'remove')
    if (names.length + gone.length === 0) throw new UsageError(whichOf(source))
    const secrets: Record<string, string | null> = Object.fromEntries(gone.map((name) => [name, null]))
    for (const name of names)
      secrets[name] = process.env[name] || (await readSecret(`${name} (not shown): `))
    const answer = await client.patch(`${pathOf(id)}/secrets`, { secrets, credentials })
    if (json) return printJson(answer)
    const now = wholeSource.parse(answer).source
    print(`${id}: ${secretsOf(now)}.`)
    const trouble = troubleOf(now)
    if (trouble !== null) say(trouble)
  },
})

function whichOf(source: WholeSource): string {
  return `Name a secret: toolgate sources secret ${source.id} NAME. It has ${secretsOf(source)}.`
}

function secretsOf({ kind, settings, secrets }: WholeSource): string {
  const missing = kind === 'openapi' ? settings.missing.map(({ name }) => `${name} (not given)`) : []
  return [...secrets.map(({ name, place }) => `${name} (${place})`), ...missing].join(', ') || 'no secret'
}
