import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { z } from 'zod'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { ProgressLine, print, say, styled } from '../terminal/terminal.ts'
import { defineToolCommand } from '../tool/tool-call.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { counted } from '../../../src-shared/counted.ts'

const progress = z.looseObject({ percent: z.number(), status: z.string().optional() })
const token = z.looseObject({ text: z.string() })
const done = z.looseObject({ ok: z.boolean(), credits_used: z.number(), balance: z.number() })
const failure = z.looseObject({ message: z.string() })

/** `toolgate stream`: runs one tool and shows its text as it comes; Ctrl-C cancels it. */
export const stream = defineToolCommand({
  usage: 'toolgate stream SLUG [--field value | --input JSON | -]',
  run: async ({ client, tool, fields, json }) => {
    const answer = await open(client, tool.slug, { ...fields, token_granularity: 'chunk' })
    const shown = new ShownEvents(json)
    const parser = createParser({ onEvent: (event) => shown.show(event) })
    const decoder = new TextDecoder()
    for await (const piece of answer) parser.feed(decoder.decode(piece, { stream: true }))
    return shown.exitCode
  },
})

async function open(client: GatewayClient, slug: string, body: object): Promise<AsyncIterable<Uint8Array>> {
  const interrupted = new AbortController()
  process.once('SIGINT', () => {
    // Closing the connection cancels the call and releases its credits.
    interrupted.abort()
    process.exit(EXIT.interrupted)
  })
  return (await client.open('POST', `/v1/stream/${slug}`, body, { signal: interrupted.signal })).body
}

/** What a stream's events look like in a terminal: text on stdout, all else on stderr; with --json a line each. */
class ShownEvents {
  readonly #json: boolean
  readonly #progress = new ProgressLine()
  #sawText = false
  /** 1 unless the stream ends as it should. */
  exitCode: number = EXIT.failed

  constructor(json: boolean) {
    this.#json = json
  }

  show({ event = 'message', data }: EventSourceMessage): void {
    const value: unknown = parseJson(data)
    if (event === 'done') this.exitCode = done.parse(value).ok ? EXIT.done : EXIT.tool
    if (this.#json) print(JSON.stringify({ event, data: value }))
    else this.#write(event, value)
  }

  #write(event: string, value: unknown): void {
    if (event === 'token') {
      this.#progress.end()
      this.#sawText = true
      process.stdout.write(token.parse(value).text)
    } else if (event === 'progress') {
      const { percent, status = '' } = progress.parse(value)
      if (!this.#sawText) this.#progress.show(percent, 100, status)
    } else if (event === 'result') {
      this.#progress.end()
      if (!this.#sawText) print(JSON.stringify(value, null, 2))
      else process.stdout.write('\n')
    } else if (event === 'error') {
      throw new CommandFailed(failure.parse(value).message, EXIT.tool)
    } else if (event === 'done' && process.stderr.isTTY) {
      const { credits_used, balance } = done.parse(value)
      say(styled('dim', `${counted(credits_used, 'credit')}, ${balance} left`))
    }
  }
}
