import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { readBatchRows, type BatchRow } from '../batch/batch-rows.ts'
import { BatchState, type Chunk } from '../batch/batch-state.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import type { GatewayClient } from '../client/gateway-client.ts'
import { Refused } from '../client/refused.ts'
import { confirm, print, printJson, ProgressLine, say } from '../terminal/terminal.ts'
import { fetchTool, fetchTools } from '../tool/tool-info.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { counted } from '../../../src-shared/counted.ts'

const batchAnswer = z.looseObject({ results: z.array(z.record(z.string(), z.unknown())) })
const MAX_WAITS = 20

/** `toolgate batch`: runs the calls of a file, fifty at a time, and can be stopped and resumed. */
export const batch = defineClientCommand({
  args: {
    file: {
      type: 'positional',
      required: true,
      description: 'The calls: CSV, a JSON array or JSON lines; - is JSON on stdin',
    },
    tool: { type: 'string', description: 'The tool of every row that names none' },
    output: { type: 'string', description: 'Where the results go (FILE.results.ndjson)' },
    encoding: { type: 'string', description: 'Encoding of the file: utf-8, utf-16 or latin1 (utf-8)' },
    'retry-failed': { type: 'boolean', description: 'Send failed rows again' },
    yes: { type: 'boolean', alias: 'y', description: 'Do not ask about the price' },
  },
  run: async (client, args) => {
    if (args.file === '-' && args.output === undefined)
      throw new UsageError('With the calls on stdin, --output FILE says where the results go.')
    const tool = args.tool === undefined ? null : await fetchTool(client, args.tool)
    const rows = await readBatchRows(args.file, tool, args.encoding)
    const state = new BatchState(args.output ?? `${args.file}.results.ndjson`)
    const open = state.open(rows, args['retry-failed'] === true)
    if (open.length > 0 && !args.yes) await confirmPrice(client, open)
    const run = new BatchRun(client, state, rows.length - open.length, rows.length)
    const stopped = await run.send(open, rows)
    return report(state, rows.length, { stopped, json: args.json === true })
  },
})

async function confirmPrice(client: GatewayClient, open: readonly BatchRow[]): Promise<void> {
  const prices = new Map((await fetchTools(client)).map(({ slug, credits }) => [slug, credits]))
  const credits = open.reduce((sum, { slug }) => sum + (prices.get(slug) ?? 0), 0)
  const { balance } = z.looseObject({ balance: z.number() }).parse(await client.get('/v1/credits/balance'))
  const sentence = `${counted(open.length, 'call')} will cost at most ${credits} of your ${counted(balance, 'credit')}.`
  if (credits > balance) throw new CommandFailed(`${sentence} Buy more with toolgate buy.`, EXIT.credits)
  if (credits === 0) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(`${sentence} Nobody can be asked here, so -y has to say yes to it.`)
  if (!(await confirm(`${sentence} Run them?`))) throw new CommandFailed('Nothing was sent.', EXIT.failed)
}

/** One run over the open rows; Ctrl-C stops it once the chunk in flight has been answered. */
class BatchRun {
  readonly #client: GatewayClient
  readonly #state: BatchState
  readonly #total: number
  readonly #line = new ProgressLine()
  #done: number
  #stopped = false

  constructor(client: GatewayClient, state: BatchState, done: number, total: number) {
    this.#client = client
    this.#state = state
    this.#done = done
    this.#total = total
  }

  /** @returns whether it was stopped before its end */
  async send(open: readonly BatchRow[], all: readonly BatchRow[]): Promise<boolean> {
    const stop = (): void => {
      // A second Ctrl-C does not wait for the rows in flight; they are recognised the next time.
      if (this.#stopped) process.exit(EXIT.interrupted)
      this.#stopped = true
    }
    process.on('SIGINT', stop)
    try {
      for (const chunk of this.#state.chunks(open, all)) {
        if (this.#stopped) break
        this.#line.show(this.#done, this.#total, '')
        this.#state.sending(chunk)
        this.#state.save(chunk.rows, await this.#sendChunk(chunk))
        this.#done = Math.min(this.#total, this.#done + chunk.rows.length)
      }
    } finally {
      process.off('SIGINT', stop)
      this.#line.end()
    }
    return this.#stopped && this.#done < this.#total
  }

  async #sendChunk({ rows, key }: Chunk): Promise<readonly Record<string, unknown>[]> {
    const calls = rows.map(({ slug, input }) => ({ slug, input }))
    const headers = { 'idempotency-key': key }
    for (let waits = 0; ; waits++) {
      try {
        return batchAnswer.parse(await this.#client.post('/v1/batch', { calls }, headers)).results
      } catch (error) {
        const seconds = error instanceof Refused ? error.retryAfter : null
        if (seconds === null || waits >= MAX_WAITS || this.#stopped) throw error
        this.#line.show(this.#done, this.#total, `waiting ${seconds} s`)
        await pause(seconds * 1_000)
      }
    }
  }
}

function report(
  state: BatchState,
  total: number,
  { stopped, json }: { stopped: boolean; json: boolean },
): number {
  const results = state.results().filter(({ index }) => index < total)
  const failed = results.filter(({ ok }) => !ok).length
  const credits = results.reduce((sum, result) => sum + result.credits, 0)
  const summary = {
    total,
    done: results.length - failed,
    failed,
    open: total - results.length,
    credits,
    file: state.file,
  }
  if (json) printJson({ ...summary, stopped })
  else {
    print(
      `${summary.done} done, ${failed} failed, ${summary.open} open, ${counted(credits, 'credit')}: ${state.file}`,
    )
    if (stopped) say('Stopped. Run the same command again to continue.')
    else if (failed > 0) say('Run the same command with --retry-failed to send the failed rows again.')
  }
  if (stopped) return EXIT.interrupted
  return failed > 0 ? EXIT.tool : EXIT.done
}
