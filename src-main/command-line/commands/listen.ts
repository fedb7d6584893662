import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { defineClientCommand } from '../client/client-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { print, say, styled } from '../terminal/terminal.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

const usage = z.looseObject({
  slug: z.string().nullable().optional(),
  credits: z.number(),
  balance: z.number(),
  engine: z.string().nullable().optional(),
  ok: z.boolean(),
  ts: z.string(),
})

/** `toolgate listen`: every call of the key, as it happens, until Ctrl-C. */
export const listen = defineClientCommand({
  args: {
    all: { type: 'boolean', description: "The calls of every key; needs the owner's key" },
    since: { type: 'string', description: 'Continue after the event with this id' },
  },
  run: async (client, { all, since, json }) => {
    process.once('SIGINT', () => process.exit(EXIT.interrupted))
    const headers = since === undefined ? {} : { 'last-event-id': since }
    const path = `/v1/stream/usage${all ? '?keys=all' : ''}`
    const answer = await client.open('GET', path, undefined, { headers })
    if (!json) say(styled('dim', 'Listening; press Ctrl-C to stop.'))
    const parser = createParser({
      onEvent: ({ event = 'message', id, data }) => {
        const value: unknown = parseJson(data)
        if (json) print(JSON.stringify({ event, id, data: value }))
        else if (event === 'usage') print(lineOf(usage.parse(value)))
        else if (event === 'gap') say(styled('yellow', `Events were missed: ${data}`))
      },
    })
    const decoder = new TextDecoder()
    for await (const piece of answer.body) parser.feed(decoder.decode(piece, { stream: true }))
    return EXIT.done
  },
})

function lineOf({ ts, slug, credits, balance, engine, ok }: z.infer<typeof usage>): string {
  const mark = ok ? styled('green', 'ok  ', process.stdout) : styled('red', 'fail', process.stdout)
  return `${ts}  ${mark}  ${(slug ?? '').padEnd(28)}  ${String(credits).padStart(4)}  ${String(balance).padStart(8)}  ${engine ?? ''}`
}
