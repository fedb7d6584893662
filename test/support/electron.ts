import { EventEmitter } from 'node:events'
import type * as RealElectron from 'electron'
import type { ElectronPort, SessionCookie, WindowOptions } from '../../src-main/desktop/electron-port.ts'

/** What the desktop did with Electron, for a test to look at. */
export const seen = {
  order: [] as string[],
  cookies: [] as SessionCookie[],
  opened: [] as string[],
  errors: [] as string[],
  exits: [] as number[],
  quits: 0,
  windows: [] as FakeWindow[],
  exposed: new Map<string, unknown>(),
}

/** What the next start meets. */
export const machine = { holdsLock: true }

type PermissionCheck = Parameters<ElectronPort['session']['defaultSession']['setPermissionCheckHandler']>[0]
type PermissionRequest = Parameters<
  ElectronPort['session']['defaultSession']['setPermissionRequestHandler']
>[0]
export const permissions: { check?: PermissionCheck; request?: PermissionRequest } = {}

class FakeApp extends EventEmitter {
  requestSingleInstanceLock(): boolean {
    return machine.holdsLock
  }

  whenReady(): Promise<void> {
    return Promise.resolve()
  }

  quit(): void {
    seen.quits += 1
    this.emit('will-quit', new FakeEvent())
  }

  exit(code = 0): void {
    seen.exits.push(code)
  }
}

/** An event that remembers whether it was held back. */
export class FakeEvent {
  prevented = false

  preventDefault(): void {
    this.prevented = true
  }
}

/** One page's contents: emits navigation events and opens windows through the handler that it was given. */
export class FakeContents extends EventEmitter {
  private openHandler: ((details: { url: string }) => { action: 'deny' }) | null = null

  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void {
    this.openHandler = handler
  }

  /** @returns whether the page was held back */
  navigate(url: string, event: 'will-navigate' | 'will-redirect' = 'will-navigate'): boolean {
    const attempt = new FakeEvent()
    this.emit(event, attempt, url)
    return attempt.prevented
  }

  /** @returns what Electron was told to do, or `allow`, which is what it does when it is told nothing */
  openWindow(url: string): string {
    return this.openHandler?.({ url }).action ?? 'allow'
  }
}

export class FakeWindow extends EventEmitter {
  readonly options: WindowOptions
  readonly contents = new FakeContents()
  minimized = false
  shown = false
  focused = 0
  loaded = ''

  constructor(options: WindowOptions) {
    super()
    this.options = options
    seen.windows.push(this)
    app.emit('web-contents-created', new FakeEvent(), this.contents)
  }

  loadURL(url: string): Promise<void> {
    seen.order.push('load')
    this.loaded = url
    this.emit('ready-to-show')
    return Promise.resolve()
  }

  show(): void {
    this.shown = true
  }

  focus(): void {
    this.focused += 1
  }

  isMinimized(): boolean {
    return this.minimized
  }

  restore(): void {
    this.minimized = false
  }
}

export const app = new FakeApp()

export const session = {
  defaultSession: {
    cookies: {
      set: (cookie: SessionCookie) => {
        seen.order.push('cookie')
        seen.cookies.push(cookie)
        return Promise.resolve()
      },
    },
    setPermissionCheckHandler: (handler: PermissionCheck) => {
      permissions.check = handler
    },
    setPermissionRequestHandler: (handler: PermissionRequest) => {
      permissions.request = handler
    },
  },
}

export const shell = {
  openExternal: (url: string) => {
    seen.opened.push(url)
    return Promise.resolve()
  },
}

export const dialog = {
  showErrorBox: (title: string, content: string) => {
    seen.errors.push(`${title}: ${content}`)
  },
}

export const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown) => {
    seen.exposed.set(name, api)
  },
}

export { FakeWindow as BrowserWindow }

/** Forgets everything, as a new process would. */
export function resetElectron(): void {
  app.removeAllListeners()
  Object.assign(seen, { order: [], cookies: [], opened: [], errors: [], exits: [], quits: 0, windows: [] })
  seen.exposed.clear()
  machine.holdsLock = true
  delete permissions.check
  delete permissions.request
}

/** The fake fits the port, or this does not compile. */
export const fakeElectron = {
  app,
  session,
  shell,
  dialog,
  BrowserWindow: FakeWindow,
} satisfies ElectronPort

/** The real Electron fits it too, or this does not compile; it is never called. */
export const realElectronFits = (electron: typeof RealElectron): ElectronPort => electron
