import { beforeEach, describe, expect, it } from 'vitest'
import { runDesktop, type DesktopDependencies } from '../../../src-main/desktop/run-desktop.ts'
import {
  app,
  FakeEvent,
  fakeElectron,
  machine,
  permissions,
  resetElectron,
  seen,
} from '../../support/electron.ts'

const GATEWAY = 'http://127.0.0.1:4777'

function start(changes: Partial<DesktopDependencies> = {}) {
  const state = { started: 0, closed: 0 }
  const running = runDesktop(fakeElectron, {
    preloadFile: '/app/out/preload/preload.cjs',
    startGateway: async () => {
      state.started += 1
      return {
        url: GATEWAY,
        ownerSession: () => ({ name: 'toolgate_session', value: 'abc' }),
        close: async () => {
          state.closed += 1
        },
      }
    },
    ...changes,
  })
  return { state, running }
}

beforeEach(resetElectron)

describe('the window', () => {
  it('opens on the gateway, already signed in', async () => {
    await start().running
    expect(seen.windows).toHaveLength(1)
    expect(seen.windows[0]).toMatchObject({ loaded: `${GATEWAY}/`, shown: true })
    expect(seen.order).toEqual(['cookie', 'load'])
    expect(seen.cookies).toEqual([
      { url: `${GATEWAY}/`, name: 'toolgate_session', value: 'abc', httpOnly: true, sameSite: 'strict' },
    ])
  })

  it('gives its page no Node and a sandbox', async () => {
    await start().running
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
    await start().running
    const contents = seen.windows[0]!.contents
    expect(contents.navigate(`${GATEWAY}/#/tools`)).toBe(false)
    expect(contents.navigate('https://example.com/')).toBe(true)
    expect(contents.navigate('http://127.0.0.1:4778/')).toBe(true)
    expect(contents.navigate('https://example.com/', 'will-redirect')).toBe(true)
  })

  it('never embeds a webview', async () => {
    await start().running
    const attempt = new FakeEvent()
    seen.windows[0]!.contents.emit('will-attach-webview', attempt)
    expect(attempt.prevented).toBe(true)
  })

  it('opens no second window for a link; https goes to the browser, all else nowhere', async () => {
    await start().running
    const contents = seen.windows[0]!.contents
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

  it('is granted the writing of copied text and nothing else', async () => {
    await start().running
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
    await start({ developmentPage: 'http://127.0.0.1:5173' }).running
    expect(seen.windows[0]?.loaded).toBe('http://127.0.0.1:5173')
    expect(seen.cookies[0]?.url).toBe('http://127.0.0.1:5173')
    expect(seen.windows[0]!.contents.navigate('http://127.0.0.1:5173/#/tools')).toBe(false)
  })
})

describe('starting', () => {
  it('leaves a second start to the first, without another gateway', async () => {
    machine.holdsLock = false
    const { state, running } = start()
    await running
    expect(state.started).toBe(0)
    expect(seen.windows).toHaveLength(0)
    expect(seen.quits).toBe(1)
  })

  it('brings the window back when it is started again', async () => {
    await start().running
    const window = seen.windows[0]!
    window.minimized = true
    app.emit('second-instance')
    expect(window).toMatchObject({ minimized: false, focused: 1 })
    window.emit('closed')
    app.emit('activate')
    expect(seen.windows).toHaveLength(2)
  })

  it('says why the gateway could not start, and ends with an error', async () => {
    await start({ startGateway: () => Promise.reject(new Error('Port 4777 is in use.')) }).running
    expect(seen.errors).toEqual(['Toolgate could not start: Port 4777 is in use.'])
    expect(seen.exits).toEqual([1])
    expect(seen.windows).toHaveLength(0)
  })
})

describe('quitting', () => {
  it('closes the gateway once, and only then the process', async () => {
    const { state, running } = start()
    await running
    const first = new FakeEvent()
    const second = new FakeEvent()
    app.emit('will-quit', first)
    app.emit('will-quit', second)
    expect([first.prevented, second.prevented]).toEqual([true, true])
    expect(seen.exits).toEqual([])
    await Promise.resolve()
    await Promise.resolve()
    expect(state.closed).toBe(1)
    expect(seen.exits).toEqual([0])
  })

  it('ends with an error when the gateway cannot close', async () => {
    await start({
      startGateway: async () => ({
        url: GATEWAY,
        ownerSession: () => ({ name: 'toolgate_session', value: 'abc' }),
        close: () => Promise.reject(new Error('disk full')),
      }),
    }).running
    app.quit()
    await Promise.resolve()
    await Promise.resolve()
    expect(seen.exits).toEqual([1])
  })
})
