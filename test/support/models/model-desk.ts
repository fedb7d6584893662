import type { ProviderServices } from '../../../src-main/providers/open-providers.ts'
import { factsOf, type ProviderKind } from '../../../src-main/providers/provider-kinds.ts'
import type { ModelAnswer, ModelRequest } from '../../../src-main/tool-kit/tool-context.ts'
import type { EndedQuestion } from '../../../src-main/providers/counted-question.ts'
import { TEST_KEY, testProviders } from './test-models.ts'
import { LlmServer, type LlmScript } from './llm-server.ts'

export const PROVIDER_KEY = 'sk-planted-0123456789abcdefQx4A'
export const HELLO: ModelRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Say hello.' }],
  field: 'result',
}

/** The real providers with a server in place of theirs, and what they reported about an answer. */
export class ModelDesk {
  readonly server: LlmServer
  readonly pieces: string[] = []
  /** How each counted question ended. */
  readonly ended: EndedQuestion[] = []
  fellBack = false
  /** Marks a question. */
  leaving: () => Promise<void> = () => Promise.resolve()
  /** How often a model has begun to answer. */
  answers = 0
  #providers = openWith(60_000)

  private constructor(server: LlmServer) {
    this.server = server
  }

  static async open(): Promise<ModelDesk> {
    return new ModelDesk(await LlmServer.start())
  }

  get book(): ProviderServices['book'] {
    return this.#providers.book
  }

  /**
   * Starts afresh, without a provider. By default a provider may be silent for as long as a busy
   * machine needs; a test that waits for that limit shortens it here.
   */
  hurry(silenceMs: number): void {
    this.#providers = openWith(silenceMs)
  }

  async add(kind: ProviderKind, model = 'stub-large', at = this.server): Promise<void> {
    const { needsKey, protocol } = factsOf(kind)
    const apiKey = needsKey ? PROVIDER_KEY : undefined
    await this.book.add({ kind, baseUrl: at.baseUrl(protocol), apiKey, model })
  }

  ask(request: ModelRequest = HELLO, signal = new AbortController().signal): Promise<ModelAnswer> {
    const call = {
      who: TEST_KEY,
      signal,
      leaving: () => this.leaving(),
      answered: () => void this.answers++,
      token: (_field: string, piece: string) => void this.pieces.push(piece),
      fellBack: () => {
        this.fellBack = true
      },
      providers: () => this.#providers.access.usable(),
      count: () => Promise.resolve({ ended: (end: EndedQuestion) => void this.ended.push(end) }),
    }
    return this.#providers.models.forCall(call).generate(request)
  }

  /** The error with which a question ends when the server does what the script says. */
  async failureOf(script: LlmScript, request = HELLO): Promise<Error & Record<string, unknown>> {
    this.server.script = script
    return await this.ask(request).then(
      () => {
        throw new Error('It did not fail')
      },
      (error: Error & Record<string, unknown>) => error,
    )
  }
}

function openWith(silenceMs: number): ProviderServices {
  return testProviders({ limits: { silenceMs, maxBytes: 64 * 1024 } })
}
