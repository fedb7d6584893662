import { expect } from 'vitest'
import { eventsOf, type SentEvent } from '../events/events-of.ts'
import { LlmServer, type LlmScript } from './llm-server.ts'
import { TestGateway, type TestAnswer } from '../gateway/test-gateway.ts'

const KEY = 'sk-planted-0123456789abcdefQx4A'
/** A text to sum up. */
export const LLM_TEXT = 'The harbour opened in 1884. It burned down in 1921 and was rebuilt in stone.'

/** A gateway with one provider, whose models a server of the test's own answers for. */
export class LlmGateway {
  server: LlmServer
  gateway: TestGateway

  private constructor(server: LlmServer, gateway: TestGateway) {
    this.server = server
    this.gateway = gateway
  }

  static async open(): Promise<LlmGateway> {
    // A provider may be silent for as long as a busy machine makes it, unless a test waits for the end of it.
    const opened = new LlmGateway(await LlmServer.start(), await gatewayWith(60_000))
    await opened.addProvider({ kind: 'openai', model: 'stub-large' })
    return opened
  }

  /** Has the gateway wait for half a second, where a provider is to say nothing. */
  async hurryFor({ hang }: LlmScript): Promise<void> {
    if (!hang) return
    await this.gateway.close()
    this.gateway = await gatewayWith(500)
    await this.addProvider({ kind: 'openai', model: 'stub-large' })
  }

  async addProvider(fields: object): Promise<void> {
    const body = { api_key: KEY, base_url: `${this.server.origin}/v1`, ...fields }
    await this.gateway.asOwner('/app/providers', { body })
  }

  summarize(fields: object = {}): Promise<TestAnswer> {
    return this.gateway.call('llm-summarize', { text: LLM_TEXT, ...fields })
  }

  async stream(fields: object = {}): Promise<SentEvent[]> {
    const body = { text: LLM_TEXT, ...fields }
    return eventsOf((await this.gateway.send('/v1/stream/llm-summarize', { body })).text)
  }

  async close(): Promise<void> {
    expect(this.gateway.bugs).toEqual([])
    await this.gateway.close()
    await this.server.close()
  }
}

function gatewayWith(silenceMs: number): Promise<TestGateway> {
  return TestGateway.create({ providers: { limits: { silenceMs } } })
}
