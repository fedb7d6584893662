import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_PIECES, LlmServer, type LlmScript } from '../../support/models/llm-server.ts'
import { HELLO, ModelDesk } from '../../support/models/model-desk.ts'

let desk: ModelDesk
beforeEach(async () => {
  desk = await ModelDesk.open()
})
afterEach(async () => await desk.server.close())

describe('several providers', () => {
  let second: LlmServer
  beforeEach(async () => {
    desk.hurry(1_500)
    second = await LlmServer.start({ pieces: ['Second.'] })
    await desk.add('openai')
    await desk.add('anthropic', 'stub-small', second)
  })
  afterEach(async () => await second.close())

  it.each<[string, LlmScript]>([
    ['refuses the key', { status: 401 }],
    ['is busy', { status: 429 }],
    ['is broken', { status: 500 }],
    ['says nothing', { hang: true }],
    ['breaks off before its first word', { cutAfter: 0 }],
  ])('are asked in turn when the first %s', async (_what, script) => {
    desk.server.script = script
    expect(await desk.ask()).toMatchObject({ text: 'Second.', provider: 'anthropic', model: 'stub-small' })
    expect(desk.fellBack).toBe(true)
    expect(desk.pieces).toEqual(['Second.'])
  })

  it('are never mixed: no provider continues an answer that another has begun', async () => {
    const error = await desk.failureOf({ cutAfter: 2, gapMs: 30 })
    expect(error.name).toBe('CallFailed')
    expect(desk.pieces).toEqual(DEFAULT_PIECES.slice(0, 2))
    expect(second.seen).toEqual([])
  })

  it('may answer in place of another that sent nothing on', async () => {
    const { field: _field, ...silent } = HELLO
    desk.server.script = { cutAfter: 2 }
    expect((await desk.ask(silent)).text).toBe('Second.')
  })

  it('are all named when none answers', async () => {
    second.script = { status: 500 }
    const error = await desk.failureOf({ status: 429, headers: { 'retry-after': '3' } })
    expect(error.message).toMatch(
      /^No provider answered\. OpenAI accepts no more .* Anthropic reported an error on/,
    )
    expect(error.retryAfterSeconds).toBe(3)
  })

  it('are passed over when switched off, and otherwise asked in the owner’s order', async () => {
    const [first, other] = desk.book.list()
    await desk.book.reorder([other!.id, first!.id])
    expect((await desk.ask()).text).toBe('Second.')
    expect(desk.fellBack).toBe(false)
    await desk.book.change(other!.id, { enabled: false })
    expect((await desk.ask()).text).toBe('Hello world.')
  })
})

it('a fallback that would read only the beginning of the text answers nothing', async () => {
  const local = await LlmServer.start({ pieces: ['Half.'] })
  await desk.add('openai')
  await desk.add('ollama', 'm', local)
  const messages = [{ role: 'user', text: 'A word and another. '.repeat(1_000) }] as const
  const error = await desk.failureOf({ status: 500 }, { ...HELLO, messages })
  expect(error.message).toMatch(/The context window of Ollama is too small for a text of \d{4} tokens/)
  expect(local.seen).toEqual([])
  expect((await desk.ask()).text).toBe('Half.')
  await local.close()
})
