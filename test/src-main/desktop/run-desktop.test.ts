import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  app,
  FakeEvent,
  machine,
  permissions,
  powerMonitor,
  resetElectron,
  seen,
  session,
} from '../../support/electron/electron.ts'
import { GATEWAY, settled, startDesktop, StartedDesktop } from '../../support/electron/start-desktop.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

beforeEach(resetElectron)

describe('the window', () => {
  it('opens on the gateway, already signed in', async () => {
    await startDesktop()
    expect(seen.windows).toHaveLength(1)
    expect(seen.windows[0]).toMatchObject({ loaded: `${GATEWAY}/`, shown: true })
    expect(seen.order.filter((step) => step !== 'tray image')).toEqual(['sandbox', 'cookie', 'load'])
    expect(seen.cookies).toEqual([
      {
        url: `${GATEWAY}/`,
        name: 'toolgate_session',
        value: 'session 1',
        httpOnly: true,
        sameSite: 'strict',
      },
    ])
  })

  it('gives its page no Node and a sandbox', async () => {
    await startDesktop()
    expect(seen.windows[0]?.options.webPreferences).toMatchObject({
      preload: '/app/out/preload/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    })
  })

  it('stays on its own page, by link and by redirect', async () => {
    await startDesktop()
    const contents = seen.windows[0]!.webContents
    expect(contents.navigate(`${GATEWAY}/#/tools`)).toBe(false)
    expect(contents.navigate('https://example.com/')).toBe(true)
    expect(contents.navigate('http://127.0.0.1:4778/')).toBe(true)
    expect(contents.navigate('https://example.com/', 'will-redirect')).toBe(true)
  })

  it('never embeds a webview', async () => {
    await startDesktop()
    const attempt = new FakeEvent()
    seen.windows[0]!.webContents.emit('will-attach-webview', attempt)
    expect(attempt.prevented).toBe(true)
  })

  it('opens no second window for a link; https goes to the browser, all else nowhere', async () => {
    await startDesktop()
    const contents = seen.windows[0]!.webContents
    for (const url of [
      'https://example.com/docs',
      'http://example.com/',
      'file:///etc/passwd',
      'not a url',
    ]) {
      expect(contents.openWindow(url)).toBe('deny')
    }
    expect(seen.opened).toEqual(['https://example.com/docs'])
  })

  it('may write copied text, and nothing else', async () => {
    await startDesktop()
    const granted = (permission: string, origin: string) => permissions.check!(null, permission, origin)
    expect(granted('clipboard-sanitized-write', `${GATEWAY}/`)).toBe(true)
    expect(granted('clipboard-sanitized-write', 'https://example.com/')).toBe(false)
    expect(granted('clipboard-read', `${GATEWAY}/`)).toBe(false)
    const answers: boolean[] = []
    for (const permission of ['media', 'geolocation', 'openExternal', 'clipboard-sanitized-write']) {
      permissions.request!(null, permission, (answer) => answers.push(answer), {
        requestingUrl: `${GATEWAY}/`,
      })
    }
    expect(answers).toEqual([false, false, false, true])
  })

  it('shows the development page when there is one, with the cookie set for it', async () => {
    await startDesktop({ developmentPage: 'http://127.0.0.1:5173' })
    expect(seen.windows[0]?.loaded).toBe('http://127.0.0.1:5173')
    expect(seen.cookies[0]?.url).toBe('http://127.0.0.1:5173')
    expect(seen.windows[0]!.webContents.navigate('http://127.0.0.1:5173/#/tools')).toBe(false)
  })
})

describe('starting', () => {
  it('lets Electron become ready, which waits until its entry has run to the end', async () => {
    vi.stubEnv('TOOLGATE_HOME', makeTempDir())
    onTestFinished(() => void vi.unstubAllEnvs())
    machine.ready = new Promise(() => undefined)
    await import('../../../src-main/desktop.ts')
    expect(seen.errors).toEqual([])
    expect(seen.order).toEqual(['sandbox'])
  })

  it('leaves a second start to the first, without another gateway', async () => {
    machine.holdsLock = false
    const desktop = await startDesktop()
    expect(desktop.started).toBe(0)
    expect(seen.windows).toHaveLength(0)
    expect(seen.quits).toBe(1)
  })

  it('keeps the files of Chromium in a private folder of its own, below the data', async () => {
    const { dataDir } = await startDesktop()
    expect(seen.paths).toEqual({ userData: join(dataDir, 'window') })
    expect(statSync(join(dataDir, 'window')).mode & 0o777).toBe(0o700)
  })

  it('brings the window back when it is started again', async () => {
    await startDesktop()
    const window = seen.windows[0]!
    window.minimized = true
    app.emit('second-instance', new FakeEvent(), ['toolgate'])
    expect(window).toMatchObject({ minimized: false, focused: 1, loaded: `${GATEWAY}/` })
    window.close()
    app.emit('activate')
    expect(seen.windows).toHaveLength(2)
  })

  it('says why the gateway could not start, and ends with an error', async () => {
    await startDesktop({ failure: new Error('Port 4777 is in use.') })
    expect(seen.errors).toEqual(['Toolgate could not start: Port 4777 is in use.'])
    expect(seen.exits).toEqual([1])
    expect(seen.windows).toHaveLength(0)
  })

  it('leaves no gateway behind when its window cannot be signed in', async () => {
    vi.spyOn(session.defaultSession.cookies, 'set').mockRejectedValueOnce(new Error('No cookie jar.'))
    const desktop = await startDesktop()
    expect(desktop.closed).toBe(1)
    expect(seen.errors).toEqual(['Toolgate could not start: No cookie jar.'])
    expect(seen.exits).toEqual([1])
  })

  it('shows no window at login, unless no tray could open one', async () => {
    await startDesktop({ machine: { argv: ['toolgate', '--hidden'] } })
    expect(seen.windows).toHaveLength(0)
    resetElectron()
    machine.hasTray = false
    const desktop = await startDesktop({ machine: { argv: ['toolgate', '--hidden'] } })
    expect(seen.windows).toHaveLength(1)
    expect(desktop.bugs).toHaveLength(1)
  })
})

describe('a deep link', () => {
  const LINK = 'toolgate://tools/text-diff?input=abc'

  it('opens its tool, filled, at the first start and from a second one', async () => {
    await startDesktop({ machine: { argv: ['toolgate', '--', LINK] } })
    const window = seen.windows[0]!
    expect(window.loaded).toBe(`${GATEWAY}/#/tools/text-diff?input=abc`)
    app.emit('second-instance', new FakeEvent(), ['toolgate', '--', 'toolgate://tools/math-percentile'])
    expect(window).toMatchObject({ loaded: `${GATEWAY}/#/tools/math-percentile`, focused: 1 })
    expect(seen.windows).toHaveLength(1)
  })

  it('is kept when it arrives before the gateway has started, as on a Mac', async () => {
    const early = new FakeEvent()
    const running = startDesktop({ machine: { platform: 'darwin' } })
    app.emit('open-url', early, LINK)
    await running
    expect(early.prevented).toBe(true)
    expect(seen.windows[0]!.loaded).toBe(`${GATEWAY}/#/tools/text-diff?input=abc`)
  })

  it('leaves the page where it is when it leads nowhere, and shows the window', async () => {
    await startDesktop()
    const window = seen.windows[0]!
    app.emit('open-url', new FakeEvent(), 'toolgate://settings/reset')
    expect(window).toMatchObject({ loaded: `${GATEWAY}/`, focused: 1 })
  })

  it('is registered with the system by an installed program only', async () => {
    machine.isPackaged = false
    await startDesktop()
    expect(seen.schemes).toEqual([])
    resetElectron()
    await startDesktop()
    expect(seen.schemes).toEqual([['toolgate', '/opt/Toolgate/toolgate', '--']])
  })
})

describe('quitting', () => {
  it('closes the gateway once, and only then the process', async () => {
    const desktop = await startDesktop()
    const first = new FakeEvent()
    const second = new FakeEvent()
    app.emit('will-quit', first)
    app.emit('will-quit', second)
    expect([first.prevented, second.prevented]).toEqual([true, true])
    expect(seen.exits).toEqual([])
    await settled()
    expect(desktop.closed).toBe(1)
    expect(seen.exits).toEqual([0])
  })

  it('ends with an error when the gateway cannot close', async () => {
    const { startGateway } = new StartedDesktop('')
    await startDesktop({
      startGateway: async () => ({
        ...(await startGateway()),
        close: () => Promise.reject(new Error('disk full')),
      }),
    })
    app.quit()
    await settled()
    expect(seen.exits).toEqual([1])
  })

  it('delays a shutdown of the system until the calls that run have ended', async () => {
    const desktop = await startDesktop()
    const shutdown = new FakeEvent()
    powerMonitor.emit('shutdown', shutdown)
    expect(shutdown.prevented).toBe(true)
    await settled()
    expect(desktop.closed).toBe(1)
    expect(seen.exits).toEqual([0])
  })

  it('closes the gateway when Windows ends the session, which announces nothing else', async () => {
    const desktop = await startDesktop({ machine: { platform: 'win32' } })
    seen.windows[0]!.emit('session-end')
    await settled()
    expect(desktop.closed).toBe(1)
  })

  it('waits for a gateway that is being restarted, so that none is left behind', async () => {
    const desktop = await startDesktop()
    const restart = seen.answers.get('toolgate:restartGateway')!
    const frame = { senderFrame: { url: `${GATEWAY}/`, parent: null } }
    const restarted = restart(frame)
    app.quit()
    await restarted
    await settled()
    expect(desktop).toMatchObject({ started: 2, closed: 2 })
    expect(seen.exits).toEqual([0])
  })
})

describe('the data folder', () => {
  it('may exist already', async () => {
    const dataDir = makeTempDir()
    mkdirSync(join(dataDir, 'window'))
    await startDesktop({ dataDir })
    expect(seen.windows).toHaveLength(1)
  })
})
