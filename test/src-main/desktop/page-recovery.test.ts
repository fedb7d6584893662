import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recoverPage, reloadWaitMs } from '../../../src-main/desktop/page-recovery.ts'
import { resetElectron, seen } from '../../support/electron/electron.ts'
import { FakeContents, FakeEvent } from '../../support/electron/electron-window.ts'
import { startDesktop } from '../../support/electron/start-desktop.ts'

const crash = (contents: FakeContents, reason = 'crashed') =>
  contents.emit('render-process-gone', new FakeEvent(), { reason })
const failLoad = (contents: FakeContents, code: number, isMainFrame = true) =>
  contents.emit('did-fail-load', new FakeEvent(), code, 'failed', 'http://127.0.0.1:4777/', isMainFrame)

beforeEach(() => {
  resetElectron()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('a page that has crashed', () => {
  it('is loaded again, while the gateway goes on', async () => {
    const desktop = await startDesktop()
    const { webContents } = seen.windows[0]!
    for (const reason of ['crashed', 'oom', 'killed', 'abnormal-exit']) {
      crash(webContents, reason)
      vi.advanceTimersByTime(60_000)
    }
    expect(webContents.reloads).toBe(4)
    expect(desktop).toMatchObject({ started: 1, closed: 0 })
  })

  it('is reloaded after longer and longer waits, of half a minute at most, until it lasts a minute', () => {
    expect([0, 1, 2, 3, 7, 8, 1_000].map(reloadWaitMs)).toEqual([
      250, 500, 1_000, 2_000, 30_000, 30_000, 30_000,
    ])
    const contents = new FakeContents()
    recoverPage(contents)
    crash(contents)
    vi.advanceTimersByTime(250)
    crash(contents)
    vi.advanceTimersByTime(250)
    expect(contents.reloads).toBe(1)
    vi.advanceTimersByTime(250)
    expect(contents.reloads).toBe(2)
    contents.emit('did-finish-load')
    vi.advanceTimersByTime(60_000)
    crash(contents)
    vi.advanceTimersByTime(250)
    expect(contents.reloads).toBe(3)
  })

  it('is not reloaded when it ended normally, nor once its window is closed', async () => {
    await startDesktop()
    const window = seen.windows[0]!
    crash(window.webContents, 'clean-exit')
    vi.advanceTimersByTime(60_000)
    crash(window.webContents)
    window.close()
    vi.advanceTimersByTime(60_000)
    expect(window.webContents.reloads).toBe(0)
  })
})

describe('a page that cannot be loaded', () => {
  it('is loaded again, unless another load took its place or a part of it failed', () => {
    const contents = new FakeContents()
    recoverPage(contents)
    failLoad(contents, -3)
    failLoad(contents, -102, false)
    vi.advanceTimersByTime(60_000)
    expect(contents.reloads).toBe(0)
    failLoad(contents, -102)
    vi.advanceTimersByTime(250)
    expect(contents.reloads).toBe(1)
  })
})

describe('a page that does not answer', () => {
  it('is ended and loaded again after 15 seconds, unless it answers before', () => {
    const contents = new FakeContents()
    recoverPage(contents)
    contents.emit('unresponsive')
    vi.advanceTimersByTime(14_000)
    contents.emit('responsive')
    vi.advanceTimersByTime(60_000)
    expect(contents.ended).toBe(0)
    contents.emit('unresponsive')
    vi.advanceTimersByTime(15_250)
    expect([contents.ended, contents.reloads]).toEqual([1, 1])
  })
})
