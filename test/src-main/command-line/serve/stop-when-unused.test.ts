import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { stopWhenUnused } from '../../../../src-main/command-line/serve/stop-when-unused.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const MINUTE = 60_000

/** A gateway for half an hour, with a program in a file of its own, and time that a test moves. */
function onDemand() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const program = join(makeTempDir(), 'headless.js')
  writeFileSync(program, 'first')
  let quietSince: number | null = performance.now()
  const stop = vi.fn()
  const idleMs = (): number => (quietSince === null ? 0 : performance.now() - quietSince)
  stopWhenUnused({ idleMs }, { idleMs: 30 * MINUTE, program }, stop)
  return {
    program,
    stop,
    connect: () => void (quietSince = null),
    leave: () => void (quietSince = performance.now()),
  }
}

describe('a gateway that was started on demand', () => {
  let gateway: ReturnType<typeof onDemand>
  beforeEach(() => {
    gateway = onDemand()
  })

  it('stops once nobody has been connected for as long as it was told, and only once', () => {
    vi.advanceTimersByTime(20 * MINUTE)
    gateway.connect()
    vi.advanceTimersByTime(60 * MINUTE)
    gateway.leave()
    vi.advanceTimersByTime(29 * MINUTE)
    expect(gateway.stop).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2 * MINUTE)
    expect(gateway.stop).toHaveBeenCalledTimes(1)
  })

  // Catches: a gateway of an older version that answers internal_error for every tool it has not loaded yet.
  it('stops when its program was removed', () => {
    rmSync(gateway.program)
    vi.advanceTimersByTime(5_000)
    expect(gateway.stop).toHaveBeenCalledTimes(1)
  })

  // Catches: an error within a timer, which would end the gateway with those who are connected to it.
  it('lets them end as well when its program cannot be looked at any more', () => {
    gateway.connect()
    rmSync(gateway.program)
    symlinkSync(gateway.program, gateway.program)
    vi.advanceTimersByTime(30_000)
    expect(gateway.stop).not.toHaveBeenCalled()
    gateway.leave()
    vi.advanceTimersByTime(5_000)
    expect(gateway.stop).toHaveBeenCalledTimes(1)
  })

  it('stops when its program was replaced by one of the same length', () => {
    const other = `${gateway.program}.new`
    writeFileSync(other, 'other')
    renameSync(other, gateway.program)
    vi.advanceTimersByTime(5_000)
    expect(gateway.stop).toHaveBeenCalledTimes(1)
  })

  it('lets those who are connected end what they do, for a minute', () => {
    gateway.connect()
    rmSync(gateway.program)
    vi.advanceTimersByTime(30_000)
    expect(gateway.stop).not.toHaveBeenCalled()
    gateway.leave()
    vi.advanceTimersByTime(5_000)
    expect(gateway.stop).toHaveBeenCalledTimes(1)
  })

  it('waits for nobody longer than that', () => {
    gateway.connect()
    rmSync(gateway.program)
    vi.advanceTimersByTime(MINUTE + 5_000)
    expect(gateway.stop).toHaveBeenCalledTimes(1)
  })
})
