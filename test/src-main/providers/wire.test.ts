import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderKind } from '../../../src-main/providers/provider-kinds.ts'
import { factsOf } from '../../../src-main/providers/provider-kinds.ts'
import { openProviders, type ProviderServices } from '../../../src-main/providers/open-providers.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import type { ModelAnswer, ModelRequest } from '../../../src-main/tools/tool-context.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { DEFAULT_PIECES, LlmServer, type LlmScript } from '../../support/llm-server.ts'

const KEY = 'sk-planted-0123456789abcdefQx4A'
const KINDS = ['openai', 'anthropic', 'google', 'ollama'] as const
const REQUEST: ModelRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Say hello.' }],
  field: 'result',
}

let server: LlmServer
let providers: ProviderServices
let pieces: string[]
let fellBack: boolean

beforeEach(async () => {
  server = await LlmServer.start()
  open()
  pieces = []
  fellBack = false
})
afterEach(async () => await server.close())

/** Providers that may be silent for as long as a busy machine makes them, unless a test waits for the end of it. */
function open(silenceMs = 60_000): void {
  const db = openDatabase(':memory:')
  const parts = { db, commits: new GroupCommit(db), dataDir: ':memory:' }
  providers = openProviders(parts, { limits: { silenceMs, maxBytes: 64 * 1024 } })
}

async function add(
  kind: ProviderKind,
  model: string | undefined = 'stub-large',
  at = server,
): Promise<void> {
  const apiKey = factsOf(kind).needsKey ? KEY : undefined
  await providers.book.add({ kind, baseUrl: at.baseUrl(factsOf(kind).protocol), apiKey, model })
}

function ask(request: ModelRequest = REQUEST, signal = new AbortController().signal): Promise<ModelAnswer> {
  const call = {
    signal,
    token: (_field: string, piece: string) => void pieces.push(piece),
    fellBack: () => {
      fellBack = true
    },
  }
  return providers.models.forCall(call).generate(request)
}

async function failureOf(script: LlmScript, request = REQUEST): Promise<Error & Record<string, unknown>> {
  server.script = script
  return await ask(request).then(
    () => {
      throw new Error('It did not fail')
    },
    (error: Error & Record<string, unknown>) => error,
  )
}

describe.each(KINDS)('%s', (kind) => {
  it('sends each piece on in order, and tells the tokens that the provider counted', async () => {
    await add(kind)
    expect(await ask()).toEqual({
      text: DEFAULT_PIECES.join(''),
      model: 'stub-large',
      provider: kind,
      tokens: 11,
      tokensEstimated: false,
    })
    expect(pieces).toEqual(DEFAULT_PIECES)
    const { question, headers } = server.last
    expect(question).toMatchObject({
      model: 'stub-large',
      system: 'Be brief.',
      messages: [{ text: 'Say hello.' }],
    })
    const key = headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key']
    expect(key).toBe(kind === 'ollama' ? undefined : kind === 'openai' ? `Bearer ${KEY}` : KEY)
  })

  it('carries a conversation in its order', async () => {
    await add(kind)
    const messages = [
      { role: 'user', text: 'one' },
      { role: 'assistant', text: 'two' },
      { role: 'user', text: 'three' },
    ] as const
    await ask({ ...REQUEST, messages })
    expect(server.last.question!.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  })

  it('sends the first piece on before the second has come', async () => {
    const seen = Promise.withResolvers<void>()
    server.script = { hold: seen.promise }
    await add(kind)
    const asking = ask()
    await waitUntil(() => pieces.length === 1, 'the first piece')
    seen.resolve()
    await asking
    expect(pieces).toEqual(DEFAULT_PIECES)
  })

  it('hangs up on the provider when nobody waits any more, long before it is done', async () => {
    server.script = { gapMs: 50, pieces: Array.from({ length: 3_000 }, () => 'x') }
    await add(kind)
    const leaving = new AbortController()
    const asking = ask(REQUEST, leaving.signal)
    await waitUntil(() => pieces.length > 1, 'a second piece')
    leaving.abort()
    await expect(asking).rejects.not.toMatchObject({ timedOut: true })
    await server.last.closed
  })

  it.each([
    [401, {}, 'refused the key (401)'],
    [403, {}, 'refused the key (403)'],
    [429, { 'retry-after': '17' }, 'try again in 17 seconds'],
    [429, {}, 'try again later'],
    [500, {}, 'failed on its side (500)'],
    [503, {}, 'failed on its side (503)'],
    [400, {}, `refused the request (400): as told about [key]`],
    [302, { location: 'https://elsewhere.example/v1' }, 'answers with a redirect, which is not followed'],
  ])('says in a sentence what a %i means, and quotes no key', async (status, headers, sentence) => {
    await add(kind)
    const error = await failureOf({ status, headers, message: `as told about ${KEY}` })
    expect(error.name).toBe('CallFailed')
    expect(error.message).toContain(sentence)
    expect(error.message).not.toContain('planted')
    expect(error.message).not.toContain('127.0.0.1')
    expect(error.retryAfterSeconds).toBe('retry-after' in headers ? 17 : undefined)
  })

  it.each<[string, LlmScript, string]>([
    ['says nothing', { hang: true }, 'did not answer in full within 0.5 seconds'],
    ['breaks off', { cutAfter: 2, gapMs: 10 }, 'broke off before its end'],
    ['ends half-way as if it were whole', { endAfter: 2 }, 'broke off before its end'],
    ['garbles a piece', { garbleAt: 1 }, 'breaks its own protocol'],
    ['says nothing but white space', { pieces: [' ', '\n'] }, 'answered with nothing at all'],
    [
      'talks without end',
      { pieces: Array.from({ length: 300 }, () => 'x'.repeat(1_000)) },
      'more than 65536 bytes',
    ],
  ])('fails in a sentence when the provider %s', async (_what, script, sentence) => {
    if (script.hang) open(500)
    await add(kind)
    const error = await failureOf(script)
    expect([error.name, error.message]).toEqual(['CallFailed', expect.stringContaining(sentence)])
    expect(error.timedOut).toBe(script.hang === true)
  })

  it('counts the tokens itself where the provider does not', async () => {
    server.script = { usage: null }
    await add(kind)
    const answer = await ask()
    // Anthropic's protocol has no answer without its count; a server that leaves it out says nought.
    if (kind === 'anthropic') expect(answer).toMatchObject({ tokens: 0, tokensEstimated: false })
    else expect(answer).toMatchObject({ tokens: 9, tokensEstimated: true })
  })
})

describe('what is asked for', () => {
  const limit = 16_384
  // Each server's own rules: OpenAI's newer models refuse max_tokens, LM Studio refuses json_object.
  it.each<[ProviderKind, object]>([
    [
      'openai',
      {
        max_completion_tokens: limit,
        stream_options: { include_usage: true },
        response_format: { type: 'json_object' },
      },
    ],
    [
      'openrouter',
      {
        max_tokens: limit,
        stream_options: { include_usage: true },
        response_format: { type: 'json_object' },
      },
    ],
    [
      'ollama',
      {
        max_tokens: limit,
        stream_options: { include_usage: true },
        response_format: { type: 'json_object' },
      },
    ],
    ['lmstudio', { max_tokens: limit, stream_options: { include_usage: true } }],
    ['openai-compatible', { max_tokens: limit, stream_options: { include_usage: true } }],
    ['anthropic', { max_tokens: limit }],
    ['google', { generationConfig: { maxOutputTokens: limit, responseMimeType: 'application/json' } }],
  ])('of %s is what it takes', async (kind, wanted) => {
    await add(kind)
    await ask({ ...REQUEST, json: true })
    const { messages: _m, contents: _c, system: _s, systemInstruction: _i, ...settings } = server.last.body
    const constant = kind === 'google' ? {} : { model: 'stub-large', stream: true }
    expect(settings).toEqual({ ...constant, ...wanted })
  })
})

describe('several providers', () => {
  let second: LlmServer
  beforeEach(async () => {
    open(1_500)
    second = await LlmServer.start({ pieces: ['Second.'] })
    await add('openai')
    await add('anthropic', 'stub-small', second)
  })
  afterEach(async () => await second.close())

  it.each<[string, LlmScript]>([
    ['refuses the key', { status: 401 }],
    ['is busy', { status: 429 }],
    ['is broken', { status: 500 }],
    ['says nothing', { hang: true }],
    ['breaks off before its first word', { cutAfter: 0 }],
  ])('are asked in turn when the first %s', async (_what, script) => {
    server.script = script
    expect(await ask()).toMatchObject({ text: 'Second.', provider: 'anthropic', model: 'stub-small' })
    expect(fellBack).toBe(true)
    expect(pieces).toEqual(['Second.'])
  })

  it('are not mixed: what was sent on is not begun anew by another', async () => {
    const error = await failureOf({ cutAfter: 2, gapMs: 30 })
    expect(error.name).toBe('CallFailed')
    expect(pieces).toEqual(DEFAULT_PIECES.slice(0, 2))
    expect(second.seen).toEqual([])
  })

  it('may answer anew when nothing was sent on', async () => {
    const { field: _field, ...silent } = REQUEST
    server.script = { cutAfter: 2 }
    expect((await ask(silent)).text).toBe('Second.')
  })

  it('are all named when none answers', async () => {
    second.script = { status: 500 }
    const error = await failureOf({ status: 429, headers: { 'retry-after': '3' } })
    expect(error.message).toMatch(
      /^No provider gave an answer\. OpenAI takes no more .* Anthropic failed on/,
    )
    expect(error.retryAfterSeconds).toBe(3)
  })

  it('leave out those that are switched off, and keep the owner’s order', async () => {
    const [first, other] = providers.book.list()
    await providers.book.reorder([other!.id, first!.id])
    expect((await ask()).text).toBe('Second.')
    expect(fellBack).toBe(false)
    await providers.book.change(other!.id, { enabled: false })
    expect((await ask()).text).toBe('Hello world.')
  })
})

it('is not given by a fallback that would read only the beginning of the text', async () => {
  const local = await LlmServer.start({ pieces: ['Half.'] })
  await add('openai')
  await add('ollama', 'm', local)
  const messages = [{ role: 'user', text: 'A word and another. '.repeat(1_000) }] as const
  const error = await failureOf({ status: 500 }, { ...REQUEST, messages })
  expect(error.message).toMatch(/Ollama reads too little at once for a text of \d{4} tokens/)
  expect(local.seen).toEqual([])
  expect((await ask()).text).toBe('Half.')
  await local.close()
})

describe('the model', () => {
  it('is the first that a local server lists and that writes text', async () => {
    server.script = { models: ['nomic-embed-text', 'llama3.2:3b'] }
    await providers.book.add({ kind: 'ollama', baseUrl: server.origin })
    expect((await ask()).model).toBe('llama3.2:3b')
    expect(server.seen.map(({ path }) => path)).toEqual(['/v1/models', '/v1/chat/completions'])
    await ask()
    expect(server.seen).toHaveLength(3)
  })

  it('is asked for in a sentence when there is none', async () => {
    await providers.book.add({ kind: 'ollama', baseUrl: server.origin })
    expect((await failureOf({ models: [] })).message).toContain('Ollama has no model yet')
  })
})

it('is asked with its new key as soon as there is one', async () => {
  await add('openai')
  await ask()
  const [provider] = providers.book.list()
  await providers.book.change(provider!.id, { apiKey: 'sk-the-new-one-0123' })
  await ask()
  expect(server.last.headers.authorization).toBe('Bearer sk-the-new-one-0123')
})

it('needs a provider', async () => {
  await expect(ask()).rejects.toMatchObject({ name: 'NeedsKey' })
})

it('has a demo that needs none: always the same, and plainly a demo', async () => {
  await providers.book.add({ kind: 'demo' })
  const answer = await ask()
  expect(answer).toMatchObject({
    provider: 'demo',
    model: 'demo',
    text: expect.stringContaining('no model has read'),
  })
  expect(pieces.join('')).toBe(answer.text)
  expect(await ask()).toEqual(answer)
})

it('has a demo that stops when nobody waits any more', async () => {
  await providers.book.add({ kind: 'demo' })
  const leaving = new AbortController()
  const asking = ask(REQUEST, leaving.signal)
  await waitUntil(() => pieces.length > 1, 'a second piece')
  leaving.abort()
  await expect(asking).rejects.toThrow()
  const said = pieces.length
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(pieces).toHaveLength(said)
})
