import { randomBytes } from 'node:crypto'
import { sharerOf } from '../../accounts/account.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import { toCatalogueSearch } from '../../registry/search-tools.ts'
import {
  CallFailed,
  InvalidInput,
  type LanguageModel,
  type ToolContext,
} from '../../tool-kit/tool-context.ts'
import type { Call } from '../call.ts'
import { toolsSeenBy } from '../checks/seen-tools.ts'
import type { Departure } from '../departure.ts'
import { providersFor } from '../models/model-access.ts'
import type { Services } from '../services.ts'

/** The context of an inline handler. The signal is created only for handlers that use it. */
export class InlineContext implements ToolContext {
  readonly #call: Call
  readonly #tool: RegisteredTool
  readonly #departure: Departure
  readonly #services: Services
  #outbound: ToolContext['outbound'] | undefined
  #ended: AbortController | undefined
  #models: LanguageModel | undefined
  /** Whether another language-model provider than the first answered. */
  fallbackUsed = false

  constructor(call: Call, tool: RegisteredTool, departure: Departure, services: Services) {
    this.#call = call
    this.#tool = tool
    this.#departure = departure
    this.#services = services
  }

  get signal(): AbortSignal {
    this.#ended ??= new AbortController()
    return AbortSignal.any([this.#call.caller.signal, this.#ended.signal])
  }

  /** Stops everything that the handler left running. */
  end(): void {
    this.#ended?.abort()
  }

  now = (): Date => new Date(this.#services.now())

  random = (bytes: number): Uint8Array => randomBytes(bytes)

  get memory(): ToolContext['memory'] {
    return this.#services.memory.forKey(this.#call.account.id)
  }

  get outbound(): ToolContext['outbound'] {
    this.#outbound ??= this.#services.outbound.forCall({
      who: sharerOf(this.#call.account),
      leaving: () => this.#departure.mark(),
      left: () => this.#departure.send(),
    })
    return this.#outbound
  }

  get catalogue(): ToolContext['catalogue'] {
    return toCatalogueSearch(this.#call.tools ?? toolsSeenBy(this.#call.account, this.#services))
  }

  compute = async (input: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const outcome = await this.#services.workers.run({
      who: sharerOf(this.#call.account),
      slug: this.#tool.slug,
      // What a tool of a source computes is a script.
      part: this.#tool.source === null ? 'compute' : 'script',
      native: this.#tool.definition.native,
      input: { ...input },
      now: this.#services.now(),
      signal: this.signal,
      onProgress: this.progress,
    })
    switch (outcome.kind) {
      case 'done':
        return outcome.output
      case 'invalid':
        throw new InvalidInput(outcome.path, outcome.message)
      case 'timed_out':
        throw new CallFailed(`${this.#computed} took too long.`, { timedOut: true })
      case 'out_of_memory':
        throw new CallFailed(`${this.#computed} needed more memory than a tool may use.`)
      case 'cancelled':
        throw new CallFailed('The call was cancelled before it finished.')
      case 'failed':
      case 'broken':
        throw new Error(outcome.message)
    }
  }

  get #computed(): string {
    return this.#tool.source === null ? 'Reading the received data' : 'The script'
  }

  get models(): LanguageModel {
    const { account, whole = this.#call } = this.#call
    const { listeners, modelMeter, providers, reportBug } = this.#services
    this.#models ??= providers.models.forCall({
      who: sharerOf(this.#call.account),
      signal: this.signal,
      asked: (question) => {
        for (const listener of listeners) {
          try {
            listener.asked?.(whole, question)
          } catch (error) {
            // A listener's bug must not fail the call.
            reportBug(error, whole.requestId)
          }
        }
      },
      token: this.token,
      leaving: () => this.#departure.mark(),
      answered: () => this.#departure.answer(),
      providers: () => providersFor(account, this.#services),
      count: () => modelMeter.count(whole),
      fellBack: () => {
        this.fallbackUsed = true
      },
    })
    return this.#models
  }

  progress = (percent: number, status: string): void => this.#call.observer?.progress(percent, status)

  token = (field: string, text: string): void => this.#call.observer?.token(field, text)

  spent = (): never => {
    throw new Error('Only a tool that runs in a worker may start a process')
  }
}
