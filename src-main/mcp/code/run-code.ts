import { counted } from '../../../src-shared/counted.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { isDeeperThan } from '../../../src-shared/json-depth.ts'
import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { MAX_BODY_DEPTH } from '../../../src-shared/limits.ts'
import type { RanCode, ScriptTask } from '../../extensions/folder/script-thread.ts'
import { parseInTurns } from '../../pipeline/turns/parse-in-turns.ts'
import type { Round, ScriptTurn, ToolAnswer } from '../../tools/execute/lib/javascript-sandbox.ts'
import { jsonProblemOf } from '../../tools/lib/sound-json.ts'

/** How much one script may do. */
export const CODE_LIMITS = {
  calls: 50,
  rounds: 25,
  /** What its calls give together, in characters of JSON. */
  givenChars: 4 * 1024 * 1024,
  /** No call begins later than so after the start, in milliseconds. */
  lastCallMs: 120_000,
} as const

/** As long as the name of a tool can be. */
const MAX_SLUG_CHARS = 64
const NOT_CALLS = 'The script has changed how its calls are written'

type Fields = Readonly<Record<string, unknown>>

/** A call that a script has made, as it ended. */
export interface CodeCall {
  readonly slug: string
  readonly ok: boolean
  readonly creditsUsed: number
}

/** An answer to a call of a script. */
export interface CodeAnswer extends ToolAnswer {
  readonly creditsUsed: number
}

export interface CodeParts {
  /** Runs a script in a worker. @throws GatewayError when the worker cannot */
  readonly run: (task: ScriptTask) => Promise<RanCode>
  /** Makes one call, which is charged by itself. Failures are answers. */
  readonly call: (slug: string, input: Fields) => Promise<CodeAnswer>
  /** Whether nobody waits for the result any more. */
  readonly gone: () => boolean
  /** Is told of each call before it begins: its number, from 1. */
  readonly began: (number: number, slug: string) => void
}

/** What a script gave, and the calls that it made. */
export interface CodeResult {
  readonly end: Extract<ScriptTurn, { readonly kind: 'end' }>
  readonly calls: readonly CodeCall[]
}

/**
 * Runs code whose `tools` are the tools of the gateway. The code runs in a worker until it waits for calls; they are
 * made here, and it runs again from its start with their answers, so that no worker waits for a slow tool.
 * @throws GatewayError when the code fails or reaches a limit, with the credits that its calls stay charged
 */
export async function runCode(code: string, parts: CodeParts): Promise<CodeResult> {
  const script = new RunningCode(code, parts)
  try {
    return await script.run()
  } catch (error) {
    throw error instanceof GatewayError ? script.failure(error) : error
  }
}

class RunningCode {
  readonly #code: string
  readonly #parts: CodeParts
  readonly #calls: CodeCall[] = []
  readonly #rounds: Round[] = []
  readonly #began = performance.now()
  #asked = 0
  #givenChars = 0

  constructor(code: string, parts: CodeParts) {
    this.#code = code
    this.#parts = parts
  }

  async run(): Promise<CodeResult> {
    for (;;) {
      const turn = await this.#parts.run({ part: 'code', code: this.#code, rounds: this.#rounds })
      if (turn.kind === 'end') return { end: turn, calls: this.#calls }
      if (turn.kind === 'failed')
        throw new GatewayError(turn.timedOut ? 'handler_error' : 'validation_error', sentence(turn.message))
      this.#rounds.push({ calls: turn.calls, answers: await this.#answer(turn.calls) })
    }
  }

  failure({ code, message, details: { issues: _issues, ...details } }: GatewayError): GatewayError {
    const credits = this.#calls.reduce((sum, call) => sum + call.creditsUsed, 0)
    const stood =
      this.#calls.length === 0
        ? ' No tool was called.'
        : ` Before that ${counted(this.#calls.length, 'call')} of tools ended, for ${counted(credits, 'credit')}.`
    return new GatewayError(code, `${message}${stood}`, { ...details, credits_used: credits })
  }

  async #answer(calls: string): Promise<ToolAnswer[]> {
    this.#refuseMore()
    const asked = await readCalls(calls)
    this.#asked += asked.length
    if (this.#asked > CODE_LIMITS.calls)
      throw limit(`A script may call tools ${CODE_LIMITS.calls} times. Split the work over several scripts`)
    const first = this.#asked - asked.length + 1
    const answers = await Promise.all(asked.map(([slug, input], at) => this.#call(slug, input, first + at)))
    if (this.#givenChars > CODE_LIMITS.givenChars)
      throw limit(`What the tools give may have ${CODE_LIMITS.givenChars} characters of JSON together`)
    return answers
  }

  #refuseMore(): void {
    if (this.#parts.gone()) throw new GatewayError('caller_left', 'The caller has left.')
    if (this.#rounds.length >= CODE_LIMITS.rounds)
      throw limit(
        `A script may wait for tools ${CODE_LIMITS.rounds} times. Make calls that do not need each other together, ` +
          'with Promise.all',
      )
    if (performance.now() - this.#began > CODE_LIMITS.lastCallMs)
      throw limit(`A script may begin calls for ${CODE_LIMITS.lastCallMs / 1_000} s`)
  }

  async #call(slug: string, input: Fields, number: number): Promise<ToolAnswer> {
    this.#parts.began(number, slug)
    const { isOk, json, creditsUsed } = await this.#parts.call(slug, input)
    this.#calls.push({ slug, ok: isOk, creditsUsed })
    this.#givenChars += json.length
    return { isOk, json }
  }
}

// A worker has written them, after a script that may be hostile ran in it.
async function readCalls(text: string): Promise<ReadonlyArray<readonly [string, Fields]>> {
  const calls: unknown = await parseInTurns(text)
  if (!Array.isArray(calls)) throw limit(NOT_CALLS)
  return await Promise.all(
    calls.map(async (call: unknown) => {
      const pair: readonly unknown[] = Array.isArray(call) ? call : []
      const [slug, json] = pair
      if (typeof slug !== 'string' || typeof json !== 'string') throw limit(NOT_CALLS)
      if (slug.length > MAX_SLUG_CHARS) throw limit(`A slug has at most ${MAX_SLUG_CHARS} characters`)
      return [slug, await readInput(slug, json)] as const
    }),
  )
}

async function readInput(slug: string, json: string): Promise<Fields> {
  if (isDeeperThan(json, MAX_BODY_DEPTH))
    throw limit(`The input of ${slug} has more than ${MAX_BODY_DEPTH} levels`)
  const input: unknown = await parseInTurns(json)
  const problem = jsonProblemOf(input)
  if (problem !== null) throw limit(`The input of ${slug} cannot be sent: ${problem}`)
  if (!isObject(input)) throw limit(NOT_CALLS)
  return input
}

function limit(message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, { issues: [{ path: 'code', message }] })
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
