import { EventEmitter } from 'node:events'
import type * as RealElectron from 'electron'
import type { MenuEntry } from '../../../src-main/desktop/app-menu.ts'
import type {
  Bounds,
  ElectronPort,
  IpcEvent,
  MenuPort,
  SessionCookie,
} from '../../../src-main/desktop/electron-port.ts'
import { FakeEvent, FakeWindow, windows } from './electron-window.ts'

export { FakeEvent, FakeWindow as BrowserWindow }

type IpcAnswer = (event: IpcEvent, ...values: unknown[]) => unknown

/** What the desktop did with Electron, for a test to look at. */
export const seen = {
  order: windows.order,
  windows: windows.opened,
  cookies: [] as SessionCookie[],
  opened: [] as string[],
  errors: [] as string[],
  exits: [] as number[],
  quits: 0,
  paths: {} as Record<string, string>,
  schemes: [] as string[][],
  logins: [] as { openAtLogin: boolean; args: string[] }[],
  notices: [] as FakeNotification[],
  trays: [] as FakeTray[],
  menu: [] as MenuEntry[],
  saved: [] as string[],
  exposed: new Map<string, unknown>(),
  answers: new Map<string, IpcAnswer>(),
  /** What keys do in every program. */
  globalKeys: new Map<string, () => void>(),
}

/** What the next start meets. */
export const machine = {
  holdsLock: true,
  ready: Promise.resolve(),
  isPackaged: true,
  hasTray: true,
  /** Why the system opens no files; empty where it does. */
  cannotOpen: '',
  clipboard: '',
  /** Keys that another program has taken. */
  takenKeys: '',
  /** What the user chooses in the next dialog; null closes it. */
  chosen: null as string | null,
  displays: [{ x: 0, y: 0, width: 1920, height: 1040 }] as [Bounds, ...Bounds[]],
}

type PermissionCheck = Parameters<ElectronPort['session']['defaultSession']['setPermissionCheckHandler']>[0]
type PermissionRequest = Parameters<
  ElectronPort['session']['defaultSession']['setPermissionRequestHandler']
>[0]
export const permissions: { check?: PermissionCheck; request?: PermissionRequest } = {}

class FakeApp extends EventEmitter {
  get isPackaged(): boolean {
    return machine.isPackaged
  }

  enableSandbox(): void {
    windows.order.push('sandbox')
  }

  setPath(name: string, path: string): void {
    seen.paths[name] = path
  }

  setAsDefaultProtocolClient(...values: [string, string, string[]]): boolean {
    seen.schemes.push(values.flat())
    return true
  }

  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[] }): void {
    seen.logins.push(settings)
  }

  requestSingleInstanceLock(): boolean {
    return machine.holdsLock
  }

  whenReady(): Promise<void> {
    return machine.ready
  }

  quit(): void {
    seen.quits += 1
    this.emit('before-quit')
    if (windows.opened.every((window) => window.close())) this.emit('will-quit', new FakeEvent())
  }

  exit(code = 0): void {
    seen.exits.push(code)
  }
}

class FakeTray extends EventEmitter {
  menu: MenuEntry[] = []
  toolTip = ''
  title = ''

  constructor() {
    super()
    if (!machine.hasTray) throw new Error('This desktop has no tray')
    seen.trays.push(this)
  }

  setImage(): void {
    windows.order.push('tray image')
  }

  setContextMenu(menu: MenuPort | null): void {
    this.menu = (menu as FakeMenu).entries
  }

  setToolTip(text: string): void {
    this.toolTip = text
  }

  setTitle(text: string): void {
    this.title = text
  }
}

class FakeNotification extends EventEmitter {
  readonly body: string

  static isSupported(): boolean {
    return true
  }

  constructor({ body }: { title: string; body: string }) {
    super()
    this.body = body
  }

  show(): void {
    seen.notices.push(this)
  }
}

class FakeMenu {
  readonly entries: MenuEntry[]

  constructor(entries: MenuEntry[]) {
    this.entries = entries
  }

  static buildFromTemplate(entries: MenuEntry[]): FakeMenu {
    return new FakeMenu(entries)
  }

  static setApplicationMenu(menu: MenuPort | null): void {
    seen.menu = (menu as FakeMenu).entries
  }

  closePopup(): void {
    windows.order.push('popup closed')
  }
}

export const app = new FakeApp()
windows.onCreated = (contents) => app.emit('web-contents-created', new FakeEvent(), contents)

export const session = {
  defaultSession: {
    cookies: {
      set: (cookie: SessionCookie) => {
        windows.order.push('cookie')
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
  openPath: (path: string) => {
    seen.opened.push(path)
    return Promise.resolve(machine.cannotOpen)
  },
}

export const dialog = {
  showErrorBox: (title: string, content: string) => {
    seen.errors.push(`${title}: ${content}`)
  },
  showOpenDialog: () => {
    const { chosen } = machine
    return Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })
  },
  showSaveDialog: ({ defaultPath }: { defaultPath: string }) => {
    seen.saved.push(defaultPath)
    return Promise.resolve({ canceled: machine.chosen === null, filePath: machine.chosen ?? '' })
  },
}

export const clipboard = { readText: () => Promise.resolve(machine.clipboard) }
export const nativeTheme: ElectronPort['nativeTheme'] = { themeSource: 'system' }
export const nativeImage = { createFromBuffer: () => ({ setTemplateImage: () => undefined }) }
export const powerMonitor = new EventEmitter()
export const screen = {
  getPrimaryDisplay: () => ({ workArea: machine.displays[0] }),
  getAllDisplays: () => machine.displays.map((workArea) => ({ workArea })),
}

export const globalShortcut = {
  register: (keys: string, act: () => void) =>
    keys !== machine.takenKeys && seen.globalKeys.set(keys, act).has(keys),
  unregister: (keys: string) => void seen.globalKeys.delete(keys),
}

export const ipcMain = {
  handle: (channel: string, answer: IpcAnswer) => {
    seen.answers.set(channel, answer)
  },
}

/** The page's side of the channels: what is sent is copied, as between processes. */
export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: async (channel: string, ...values: unknown[]) => {
    const answer = seen.answers.get(channel)
    if (!answer) throw new Error(`No handler registered for '${channel}'`)
    const event = { senderFrame: { url: seen.windows[0]?.loaded ?? '', parent: null } }
    return structuredClone(await answer(event, ...structuredClone(values)))
  },
})

export const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown) => {
    seen.exposed.set(name, api)
  },
}

export { FakeMenu as Menu, FakeNotification as Notification, FakeTray as Tray }

/** Forgets everything, as a new process would. */
export function resetElectron(): void {
  app.removeAllListeners()
  powerMonitor.removeAllListeners()
  for (const list of [seen.order, seen.windows, seen.cookies, seen.opened, seen.errors, seen.exits]) {
    list.length = 0
  }
  for (const list of [seen.schemes, seen.logins, seen.notices, seen.trays, seen.saved]) list.length = 0
  Object.assign(seen, { quits: 0, paths: {}, menu: [] })
  seen.answers.clear()
  seen.globalKeys.clear()
  Object.assign(machine, {
    holdsLock: true,
    ready: Promise.resolve(),
    isPackaged: true,
    hasTray: true,
    cannotOpen: '',
    clipboard: '',
    takenKeys: '',
    chosen: null,
  })
  machine.displays = [{ x: 0, y: 0, width: 1920, height: 1040 }]
  nativeTheme.themeSource = 'system'
  delete permissions.check
  delete permissions.request
}

/** The fake fits the port, or this does not compile. */
export const fakeElectron = {
  app,
  session,
  shell,
  dialog,
  clipboard,
  ipcMain,
  nativeTheme,
  nativeImage,
  powerMonitor,
  screen,
  globalShortcut,
  Menu: FakeMenu,
  Notification: FakeNotification,
  Tray: FakeTray,
  BrowserWindow: FakeWindow,
} satisfies ElectronPort

/** The real Electron fits it too, or this does not compile; it is never called. */
export const realElectronFits = (electron: typeof RealElectron): ElectronPort => electron
