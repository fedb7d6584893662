import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { print, printJson, say } from '../terminal/terminal.ts'
import { toolWords, wholeSource } from './source-answers.ts'

const LOOK_MS = 1_000
const id = { type: 'positional', required: true, description: 'The id of the source' } as const
const begun = z.looseObject({ url: z.string(), expires_at: z.string() })

/** `toolgate sources sign-in`: prints the address that a person opens, and waits until they have come back. */
export const signIn = defineClientCommand({
  name: 'sign-in',
  description: 'Signs in at a server at an address: prints where, and waits until you have done it',
  args: {
    id,
    wait: { type: 'boolean', default: true, negativeDescription: 'Prints the address and ends' },
  },
  run: async (client, { id: wanted, wait, json }) => {
    const path = `/app/sources/${encodeURIComponent(wanted)}`
    const answer = await client.post(`${path}/sign-in`)
    const { url, expires_at: until } = begun.parse(answer)
    if (json && !wait) return printJson(answer)
    say('Open this address in a browser on the machine of the gateway:')
    print(url)
    if (!wait) return
    for (;;) {
      await pause(LOOK_MS)
      const now = await client.get(path)
      const { source } = wholeSource.parse(now)
      if (source.signed_in && source.needs_sign_in === null) {
        if (json) return printJson(now)
        return print(`${wanted} is signed in: ${toolWords(source.tool_counts)}.`)
      }
      if (Date.now() > Date.parse(until))
        throw new CommandFailed(`Nobody has signed in for ${wanted} within ten minutes.`, EXIT.failed)
    }
  },
})

/** `toolgate sources sign-out`: forgets a sign-in, and takes its tokens back at the server. */
export const signOut = defineClientCommand({
  name: 'sign-out',
  description: 'Forgets a sign-in, and takes its tokens back at the server',
  args: { id },
  run: async (client, { id: wanted, json }) => {
    const answer = await client.post(`/app/sources/${encodeURIComponent(wanted)}/sign-out`)
    if (json) return printJson(answer)
    print(`${wanted} is signed out.`)
  },
})
