import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { machine, resetElectron, seen } from '../../support/electron/electron.ts'
import { menuEntry, startDesktop } from '../../support/electron/start-desktop.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const UPDATES = 'Look for updates'

beforeEach(resetElectron)
afterEach(() => vi.useRealTimers())

describe('updates', () => {
  const DAY = 24 * 60 * 60 * 1_000
  const FEED = 'https://updates.example.com/toolgate'

  async function startWithFeed(platform: NodeJS.Platform, on = true) {
    vi.useFakeTimers()
    const dataDir = makeTempDir()
    const settings = { update_feed: FEED, look_for_updates: on }
    writeFileSync(join(dataDir, 'desktop.json'), JSON.stringify(settings))
    const desktop = await startDesktop({ dataDir, machine: { platform } })
    desktop.updater.found = { isUpdateAvailable: true, updateInfo: { version: '9.9.9' } }
    return desktop
  }

  it('are not looked for, nor the library loaded, unless a feed is named and switched on', async () => {
    vi.useFakeTimers()
    const bare = await startDesktop()
    expect(menuEntry(UPDATES).enabled).toBe(false)
    const off = await startWithFeed('darwin', false)
    expect(menuEntry(UPDATES)).toMatchObject({ enabled: true, checked: false })
    machine.isPackaged = false
    const checkout = await startWithFeed('darwin')
    await vi.advanceTimersByTimeAsync(DAY)
    expect([bare, off, checkout].map((desktop) => desktop.updatersLoaded)).toEqual([0, 0, 0])
  })

  it('are announced once, downloaded when the owner says so, and never installed by a restart', async () => {
    const { updater } = await startWithFeed('darwin')
    await vi.advanceTimersByTimeAsync(3 * DAY)
    expect(updater).toMatchObject({ autoDownload: false, downloads: 0, logger: null })
    expect(updater.feed).toEqual({ provider: 'generic', url: FEED })
    expect(updater.looks).toBeGreaterThan(1)
    expect(seen.notices).toHaveLength(1)
    seen.notices[0]!.emit('click')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(updater.downloads).toBe(1)
    expect(seen.quits).toBe(0)
  })

  it('are only announced where the system checks no signature', async () => {
    const { updater } = await startWithFeed('linux')
    await vi.advanceTimersByTimeAsync(DAY)
    seen.notices[0]!.emit('click')
    expect(updater).toMatchObject({ downloads: 0, autoInstallOnAppQuit: false })
    expect(seen.windows[0]!.focused).toBe(1)
  })

  it('stop at once when they are switched off', async () => {
    const { updater } = await startWithFeed('darwin')
    menuEntry(UPDATES).click!()
    await vi.advanceTimersByTimeAsync(3 * DAY)
    expect(updater.looks).toBe(0)
  })

  it('leave Toolgate as it was when the check fails', async () => {
    const desktop = await startWithFeed('darwin')
    desktop.updater.checkForUpdates = () => Promise.reject(new Error('offline'))
    await vi.advanceTimersByTimeAsync(DAY / 2)
    expect(desktop.bugs).toEqual([new Error('offline')])
  })
})
