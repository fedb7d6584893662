import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderKind } from '../../../src-main/providers/provider-kinds.ts'
import { DEFAULT_PIECES, type LlmScript } from '../../support/models/llm-server.ts'
import { HELLO, ModelDesk, PROVIDER_KEY } from '../../support/models/model-desk.ts'
import { waitUntil } from '../../support/wait-until.ts'

const KINDS = ['openai', 'anthropic', 'google', 'ollama'] as const

let desk: ModelDesk
beforeEach(async () => {
  desk = await ModelDesk.open()
})
afterEach(async () => await desk.server.close())

describe.each(KINDS)('%s', (kind) => {
  it('sends each piece on in order, and tells the tokens that the provider counted', async () => {
    await desk.add(kind)
    expect(await desk.ask()).toEqual({
      text: DEFAULT_PIECES.join(''),
      model: 'stub-large',
      provider: kind,
      tokens: 11,
      tokensEstimated: false,
    })
    expect(desk.pieces).toEqual(DEFAULT_PIECES)
    const { question, headers } = desk.server.last
    expect(question).toMatchObject({
      model: 'stub-large',
      system: 'Be brief.',
      messages: [{ text: 'Say hello.' }],
    })
    const key = headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key']
    expect(key).toBe(
      kind === 'ollama' ? undefined : kind === 'openai' ? `Bearer ${PROVIDER_KEY}` : PROVIDER_KEY,
    )
  })

  it('carries a conversation in its order', async () => {
    await desk.add(kind)
    const messages = [
      { role: 'user', text: 'one' },
      { role: 'assistant', text: 'two' },
      { role: 'user', text: 'three' },
    ] as const
    await desk.ask({ ...HELLO, messages })
    expect(desk.server.last.question!.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  })

  it('sends the first piece on before the second has come', async () => {
    const seen = Promise.withResolvers<void>()
    desk.server.script = { hold: seen.promise }
    await desk.add(kind)
    const asking = desk.ask()
    await waitUntil(() => desk.pieces.length === 1, 'the first piece')
    seen.resolve()
    await asking
    expect(desk.pieces).toEqual(DEFAULT_PIECES)
  })

  it('hangs up on the provider as soon as nobody waits, long before it is done', async () => {
    desk.server.script = { gapMs: 50, pieces: Array.from({ length: 3_000 }, () => 'x') }
    await desk.add(kind)
    const leaving = new AbortController()
    const asking = desk.ask(HELLO, leaving.signal)
    await waitUntil(() => desk.pieces.length > 1, 'a second piece')
    leaving.abort()
    await expect(asking).rejects.not.toMatchObject({ timedOut: true })
    await desk.server.last.closed
  })

  it.each([
    [401, {}, 'refused the key (401)'],
    [403, {}, 'refused the key (403)'],
    [429, { 'retry-after': '17' }, 'try again in 17 seconds'],
    [429, {}, 'try again later'],
    [500, {}, 'reported an error on its side (500)'],
    [503, {}, 'reported an error on its side (503)'],
    [400, {}, `refused the request (400): as told about [key]`],
    [302, { location: 'https://elsewhere.example/v1' }, 'answers with a redirect, which is not followed'],
  ])('says in a sentence what a %i means, and quotes no key', async (status, headers, sentence) => {
    await desk.add(kind)
    const error = await desk.failureOf({ status, headers, message: `as told about ${PROVIDER_KEY}` })
    expect(error.name).toBe('CallFailed')
    expect(error.message).toContain(sentence)
    expect(error.message).not.toContain('planted')
    expect(error.message).not.toContain('127.0.0.1')
    expect(error.retryAfterSeconds).toBe('retry-after' in headers ? 17 : undefined)
  })

  it.each<[string, LlmScript, string]>([
    ['says nothing', { hang: true }, 'did not answer completely within 0.5 seconds'],
    ['breaks off', { cutAfter: 2, gapMs: 10 }, 'broke off before its end'],
    ['ends half-way as if it were whole', { endAfter: 2 }, 'broke off before its end'],
    ['garbles a piece', { garbleAt: 1 }, 'breaks its own protocol'],
    ['says nothing but white space', { pieces: [' ', '\n'] }, 'returned an empty answer'],
    [
      'talks without end',
      { pieces: Array.from({ length: 300 }, () => 'x'.repeat(1_000)) },
      'more than 65536 bytes',
    ],
  ])('fails in a sentence when the provider %s', async (_what, script, sentence) => {
    if (script.hang) desk.hurry(500)
    await desk.add(kind)
    const error = await desk.failureOf(script)
    expect([error.name, error.message]).toEqual(['CallFailed', expect.stringContaining(sentence)])
    expect(error.timedOut).toBe(script.hang === true)
  })

  it('counts the tokens itself where the provider does not', async () => {
    desk.server.script = { usage: null }
    await desk.add(kind)
    const answer = await desk.ask()
    // Anthropic's protocol has no answer without its count; a server that leaves it out says nought.
    if (kind === 'anthropic') expect(answer).toMatchObject({ tokens: 0, tokensEstimated: false })
    else expect(answer).toMatchObject({ tokens: 9, tokensEstimated: true })
  })
})

describe('a request', () => {
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
  ])('to %s has the settings that it expects', async (kind, wanted) => {
    await desk.add(kind)
    await desk.ask({ ...HELLO, json: true })
    const {
      messages: _m,
      contents: _c,
      system: _s,
      systemInstruction: _i,
      ...settings
    } = desk.server.last.body
    const constant = kind === 'google' ? {} : { model: 'stub-large', stream: true }
    expect(settings).toEqual({ ...constant, ...wanted })
  })
})

describe('the model in use', () => {
  it('is the first one listed by a local server that writes text', async () => {
    desk.server.script = { models: ['nomic-embed-text', 'llama3.2:3b'] }
    await desk.book.add({ kind: 'ollama', baseUrl: desk.server.origin })
    expect((await desk.ask()).model).toBe('llama3.2:3b')
    expect(desk.server.seen.map(({ path }) => path)).toEqual(['/v1/models', '/v1/chat/completions'])
    await desk.ask()
    expect(desk.server.seen).toHaveLength(3)
  })

  it('is asked for in a sentence when the provider lists none', async () => {
    await desk.book.add({ kind: 'ollama', baseUrl: desk.server.origin })
    expect((await desk.failureOf({ models: [] })).message).toContain('Ollama has no model yet')
  })
})

it('a provider is asked with its new key at once', async () => {
  await desk.add('openai')
  await desk.ask()
  const [provider] = desk.book.list()
  await desk.book.change(provider!.id, { apiKey: 'sk-the-new-one-0123' })
  await desk.ask()
  expect(desk.server.last.headers.authorization).toBe('Bearer sk-the-new-one-0123')
})

it('a question needs a provider', async () => {
  await expect(desk.ask()).rejects.toMatchObject({ name: 'NeedsKey' })
})

it('the demo provider needs no key, always answers the same, and plainly says what it is', async () => {
  await desk.book.add({ kind: 'demo' })
  const answer = await desk.ask()
  expect(answer).toMatchObject({
    provider: 'demo',
    model: 'demo',
    text: expect.stringContaining('no model has read'),
  })
  expect(desk.pieces.join('')).toBe(answer.text)
  expect(await desk.ask()).toEqual(answer)
})

it('the demo provider stops as soon as nobody waits', async () => {
  await desk.book.add({ kind: 'demo' })
  const leaving = new AbortController()
  const asking = desk.ask(HELLO, leaving.signal)
  await waitUntil(() => desk.pieces.length > 1, 'a second piece')
  leaving.abort()
  await expect(asking).rejects.toThrow()
  const said = desk.pieces.length
  // Whatever the first answer still had to say would lie between.
  const { text } = await desk.ask()
  expect(desk.pieces.slice(said).join('')).toBe(text)
})
