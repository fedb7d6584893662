import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GatewayError } from '../../../src-shared/errors.ts'
import { askModel } from '../../../src-main/providers/ask-model.ts'
import type { Model } from '../../../src-main/providers/provider-model.ts'
import { HangUp, QuestionEnd } from '../../../src-main/providers/question-end.ts'
import { HELLO, ModelDesk } from '../../support/models/model-desk.ts'

describe('the end of a question whose caller leaves', () => {
  it('is a HangUp while the model has said nothing, and stops once it does', () => {
    const caller = new AbortController()
    const end = new QuestionEnd(caller.signal)
    const gone = new Error('gone')
    caller.abort(gone)
    const hangUp: unknown = end.signal.reason
    expect(hangUp).toBeInstanceOf(HangUp)
    // It was checked in the line before.
    const { atOnce } = hangUp as HangUp
    expect(atOnce.aborted).toBe(false)
    expect(() => end.answered()).toThrow(gone)
    expect(atOnce.aborted).toBe(true)
  })

  it('comes at once when the model has begun to answer', () => {
    const caller = new AbortController()
    const end = new QuestionEnd(caller.signal)
    end.answered()
    caller.abort('gone')
    expect(end.signal.reason).toBe('gone')
  })

  it('leaves a question alone that is over', () => {
    const caller = new AbortController()
    const end = new QuestionEnd(caller.signal)
    end.close()
    caller.abort()
    expect(end.signal.aborted).toBe(false)
  })
})

type Parts = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P[] : never

describe('a model has begun to answer', () => {
  const usage = (total: number) => ({ inputTokens: { total: 7 }, outputTokens: { total } })
  const finish = (total: number) => ({
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: usage(total),
  })

  // What the packages of the AI SDK give for an answer of each kind.
  async function answersTo(parts: readonly object[]): Promise<number> {
    let answers = 0
    const stream = new ReadableStream<Parts[number]>({
      start: (controller) => {
        for (const part of parts as Parts) controller.enqueue(part)
        controller.close()
      },
    })
    const model = { doStream: () => Promise.resolve({ stream }) } as unknown as Model
    const end = new QuestionEnd(new AbortController().signal)
    const question = { ...HELLO, jsonMode: false, end, onAnswer: () => answers++, onText: () => undefined }
    await askModel(model, question, 'Model').catch(() => undefined)
    return answers
  }

  it.each([
    [
      'with its first text',
      1,
      [{ type: 'text-delta', delta: 'H' }, { type: 'text-delta', delta: 'i' }, finish(2)],
    ],
    ['with its first thought', 1, [{ type: 'reasoning-delta', delta: 'Hm' }]],
    ['when it has counted tokens that it never showed', 1, [finish(3)]],
    ['not with an empty piece', 0, [{ type: 'text-delta', delta: '' }, finish(0)]],
    ['not with its name', 0, [{ type: 'response-metadata', modelId: 'm' }]],
  ])('%s', async (_, count, parts) => {
    expect(await answersTo(parts)).toBe(count)
  })
})

describe('a question', () => {
  let desk: ModelDesk
  beforeEach(async () => {
    desk = await ModelDesk.open()
    await desk.add('openai')
  })
  afterEach(() => desk.server.close())

  it('does not leave when its mark is refused', async () => {
    desk.leaving = () => Promise.reject(new GatewayError('storage_full', 'The disk is full.'))
    await expect(desk.ask()).rejects.toMatchObject({ code: 'storage_full' })
    expect([desk.server.seen, desk.answers]).toEqual([[], 0])
  })

  it('does not leave when its caller leaves while it is marked', async () => {
    const caller = new AbortController()
    desk.leaving = async () => caller.abort(new Error('gone'))
    await expect(desk.ask(HELLO, caller.signal)).rejects.toThrow('gone')
    expect(desk.server.seen).toEqual([])
  })

  it('is marked before it leaves, and answered once', async () => {
    const seen: number[] = []
    desk.leaving = async () => void seen.push(desk.server.seen.length)
    await desk.ask()
    expect([seen, desk.server.seen.length, desk.answers]).toEqual([[0], 1, 1])
  })
})
