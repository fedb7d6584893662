import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepOpen, type StreamSigns } from '../../../src-renderer/gateway/lasting-stream.ts'

// The clock is the test's own, and chance adds nothing to a wait.
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A stream whose connections the test opens and ends. */
function kept(wanted: () => boolean = () => true) {
  const abort = new AbortController()
  const lines: (StreamSigns & { readonly end: () => void })[] = []
  const live: boolean[] = []
  const connect = (signs: StreamSigns) =>
    new Promise<void>((end) => {
      signs.signal.addEventListener('abort', () => end())
      lines.push({ ...signs, end })
    })
  const ended = keepOpen(connect, { signal: abort.signal, wanted, onLive: (is) => live.push(is) })
  return { abort, lines, live, ended }
}

describe('a stream that is kept open', () => {
  it('is live from the head of a connection to its end', async () => {
    const { lines, live, abort } = kept()
    expect(live).toEqual([])
    lines[0]!.onHead()
    expect(live).toEqual([true])
    lines[0]!.end()
    await vi.advanceTimersByTimeAsync(0)
    expect(live).toEqual([true, false])
    abort.abort()
  })

  it('comes back a second after a connection that worked', async () => {
    const { lines, abort } = kept()
    lines[0]!.onHead()
    lines[0]!.end()
    await vi.advanceTimersByTimeAsync(999)
    expect(lines).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(lines).toHaveLength(2)
    abort.abort()
  })

  it('waits twice as long after each refusal, at most half a minute', async () => {
    const { lines, abort } = kept()
    const waits = []
    for (let n = 0; n < 7; n++) {
      const since = Date.now()
      const { length } = lines
      lines.at(-1)!.end()
      while (lines.length === length) await vi.advanceTimersByTimeAsync(500)
      waits.push((Date.now() - since) / 1_000)
    }
    expect(waits).toEqual([2, 4, 8, 16, 30, 30, 30])
    lines.at(-1)!.onHead()
    lines.at(-1)!.end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(lines).toHaveLength(9)
    abort.abort()
  })

  it('leaves a line that has been silent for 25 seconds', async () => {
    const { lines, live, abort } = kept()
    lines[0]!.onHead()
    await vi.advanceTimersByTimeAsync(20_000)
    lines[0]!.onBytes()
    await vi.advanceTimersByTimeAsync(24_000)
    expect(live).toEqual([true])
    await vi.advanceTimersByTimeAsync(7_000)
    expect(live).toEqual([true, false])
    expect(lines).toHaveLength(2)
    abort.abort()
  })

  it('waits for a gateway that is slow to open the line', async () => {
    const { lines, abort } = kept()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(lines).toHaveLength(1)
    expect(lines[0]!.signal.aborted).toBe(false)
    abort.abort()
  })

  it('ends with its signal, in a connection and between two', async () => {
    const open = kept()
    open.lines[0]!.onHead()
    open.abort.abort()
    await open.ended
    expect(open.live.at(-1)).toBe(false)
    const waiting = kept()
    waiting.lines[0]!.end()
    await vi.advanceTimersByTimeAsync(10)
    waiting.abort.abort()
    await waiting.ended
    expect(waiting.lines).toHaveLength(1)
  })

  it('ends when it is not wanted any more', async () => {
    let wanted = true
    const { lines, ended } = kept(() => wanted)
    wanted = false
    lines[0]!.end()
    await vi.advanceTimersByTimeAsync(2_000)
    await ended
    expect(lines).toHaveLength(1)
  })
})
