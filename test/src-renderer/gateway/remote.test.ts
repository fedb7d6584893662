import { describe, expect, it } from 'vitest'
import { CallError } from '../../../src-renderer/gateway/gateway-types.ts'
import { attempt, createReading, createRemote } from '../../../src-renderer/gateway/remote.ts'

const failure = (message: string) => new CallError('unreachable', 0, message)
const answers = <T>() => Promise.withResolvers<T>()

describe('something that is read from the gateway', () => {
  it('is empty and loading until the first answer', async () => {
    const answer = answers<string>()
    const remote = createRemote(() => answer.promise, 'empty')
    expect([remote.value.value, remote.state.value]).toEqual(['empty', 'idle'])
    const loaded = remote.load()
    expect(remote.state.value).toBe('loading')
    answer.resolve('read')
    await loaded
    expect([remote.value.value, remote.state.value]).toEqual(['read', 'ready'])
  })

  it('keeps what it shows when a later question fails, and says why', async () => {
    const next: (() => Promise<string>)[] = [
      () => Promise.resolve('read'),
      () => Promise.reject(failure('gone')),
      () => Promise.resolve('read again'),
    ]
    const remote = createRemote(() => next.shift()!(), '')
    await remote.load()
    await remote.load()
    expect([remote.value.value, remote.state.value]).toEqual(['read', 'ready'])
    expect(remote.error.value?.message).toBe('gone')
    await remote.load()
    expect([remote.value.value, remote.error.value]).toEqual(['read again', null])
  })

  it('has failed when there was never an answer', async () => {
    const remote = createRemote(() => Promise.reject(failure('gone')), '')
    await remote.load()
    expect([remote.state.value, remote.error.value?.message]).toEqual(['failed', 'gone'])
  })

  it('ignores the failure of a question that a newer one overtook', async () => {
    const [older, newer] = [answers<string>(), answers<string>()]
    const next = [older, newer]
    const remote = createRemote(() => next.shift()!.promise, '')
    const loads = [remote.load(), remote.load()]
    newer.resolve('new')
    await loads[1]
    older.reject(failure('late'))
    await loads[0]
    expect([remote.value.value, remote.state.value, remote.error.value]).toEqual(['new', 'ready', null])
  })

  it('lets a bug through as it is', async () => {
    const remote = createRemote(() => Promise.reject(new TypeError('a bug')), '')
    await expect(remote.load()).rejects.toThrow('a bug')
  })
})

describe('parts of a reading', () => {
  it('are all taken when several run at once', async () => {
    const reading = createReading()
    const taken: string[] = []
    const take = (answer: string) => void taken.push(answer)
    const [first, second] = [answers<string>(), answers<string>()]
    const parts = [reading.part(() => first.promise, take), reading.part(() => second.promise, take)]
    second.resolve('b')
    first.resolve('a')
    await Promise.all(parts)
    expect(taken).toEqual(['b', 'a'])
  })

  it('are dropped once everything is asked for again', async () => {
    const reading = createReading()
    const taken: string[] = []
    const take = (answer: string) => void taken.push(answer)
    const late = answers<string>()
    const part = reading.part(() => late.promise, take)
    await reading.whole(() => Promise.resolve('all'), take)
    late.resolve('part')
    await part
    expect(taken).toEqual(['all'])
  })
})

describe('an attempt', () => {
  it('gives the sentence of a failed call, and null for one that worked', async () => {
    expect(await attempt(() => Promise.resolve('done'))).toBeNull()
    expect(await attempt(() => Promise.reject(failure('Start Toolgate.')))).toBe('Start Toolgate.')
    await expect(attempt(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  })
})
