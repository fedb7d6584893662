import { describe, expect, it } from 'vitest'
import { SendSlots } from '../../../src-main/outbound/send-slots.ts'

const { signal } = new AbortController()

describe('SendSlots', () => {
  it('never runs more than it may, and runs all of them in order', async () => {
    const slots = new SendSlots(2, 100)
    const order: number[] = []
    let running = 0
    let most = 0
    const work = async (n: number) => {
      most = Math.max(most, ++running)
      order.push(n)
      await new Promise(setImmediate)
      running--
    }
    await Promise.all([0, 1, 2, 3, 4].map((n) => slots.run(signal, () => work(n))))
    expect({ most, order }).toEqual({ most: 2, order: [0, 1, 2, 3, 4] })
  })

  it('gives the slot back when the work fails', async () => {
    const slots = new SendSlots(1, 1)
    await expect(slots.run(signal, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    await expect(slots.run(signal, () => Promise.resolve('free'))).resolves.toBe('free')
  })

  it('keeps no place for callers who have stopped waiting, and turns others away when the line is full', async () => {
    const slots = new SendSlots(1, 1)
    const first = Promise.withResolvers<void>()
    const running = slots.run(signal, () => first.promise)
    const impatient = new AbortController()
    const waiting = slots.run(impatient.signal, () => Promise.resolve('never'))
    await expect(slots.run(signal, () => Promise.resolve())).rejects.toMatchObject({ code: 'overloaded' })

    impatient.abort(new Error('gave up'))
    await expect(waiting).rejects.toThrow('gave up')
    const patient = slots.run(signal, () => Promise.resolve('ran'))
    first.resolve()
    await running
    await expect(patient).resolves.toBe('ran')
  })
})
