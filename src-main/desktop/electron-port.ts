import type { MenuEntry } from './app-menu.ts'

/**
 * The part of Electron that the desktop uses, so that the desktop can be tested where Electron cannot run.
 * src-main/desktop.ts passes the real modules; the compiler checks them against this.
 */
export interface ElectronPort {
  readonly app: AppPort
  readonly session: { readonly defaultSession: SessionPort }
  readonly shell: { openExternal(url: string): Promise<void>; openPath(path: string): Promise<string> }
  readonly dialog: DialogPort
  readonly clipboard: { readText(): Promise<string> }
  readonly ipcMain: {
    handle(channel: string, answer: (event: IpcEvent, ...values: unknown[]) => unknown): void
  }
  readonly nativeTheme: { themeSource: 'system' | 'light' | 'dark' }
  readonly nativeImage: { createFromBuffer(file: Buffer, options: { scaleFactor: number }): ImagePort }
  /** Electron's types lack the event argument that its documentation tells listeners to prevent. */
  readonly powerMonitor: { on(event: 'shutdown', listener: (...events: Preventable[]) => void): unknown }
  readonly screen: { getPrimaryDisplay(): DisplayPort; getAllDisplays(): readonly DisplayPort[] }
  readonly Menu: {
    buildFromTemplate(template: MenuEntry[]): MenuPort
    setApplicationMenu(menu: MenuPort | null): void
  }
  readonly Notification: {
    new (options: { title: string; body: string }): NotificationPort
    isSupported(): boolean
  }
  readonly Tray: new (image: string) => TrayPort
  readonly globalShortcut: {
    register(accelerator: string, act: () => void): boolean
    unregister(accelerator: string): void
  }
  readonly BrowserWindow: new (options: WindowOptions) => WindowPort
}

interface Preventable {
  preventDefault(): void
}

/** A rectangle of the screen, in device-independent pixels. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface DisplayPort {
  /** The area not covered by task bars and docks. */
  readonly workArea: Bounds
}

interface AppPort {
  readonly isPackaged: boolean
  enableSandbox(): void
  setPath(name: string, path: string): void
  requestSingleInstanceLock(): boolean
  setAsDefaultProtocolClient(scheme: string, program: string, args: string[]): boolean
  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[] }): void
  whenReady(): Promise<void>
  quit(): void
  exit(code?: number): void
  on(event: 'before-quit' | 'window-all-closed' | 'activate', listener: () => void): unknown
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown
  on(event: 'open-url', listener: (event: Preventable, url: string) => void): unknown
  on(event: 'will-quit', listener: (event: Preventable) => void): unknown
  on(event: 'web-contents-created', listener: (event: unknown, contents: ContentsPort) => void): unknown
}

/** A page, either a window's own or one that the page opened. */
export interface ContentsPort {
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void
  send(channel: string, ...values: unknown[]): void
  reload(): void
  forcefullyCrashRenderer(): void
  on(event: 'will-navigate' | 'will-redirect', listener: (event: Preventable, url: string) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
  on(event: 'render-process-gone', listener: (event: unknown, details: { reason: string }) => void): unknown
  on(
    event: 'did-fail-load',
    listener: (event: unknown, code: number, text: string, url: string, isMainFrame: boolean) => void,
  ): unknown
  on(event: 'did-navigate-in-page', listener: (event: unknown, url: string) => void): unknown
  on(event: 'did-finish-load' | 'unresponsive' | 'responsive', listener: () => void): unknown
}

interface SessionPort {
  readonly cookies: { set(cookie: SessionCookie): Promise<void> }
  setPermissionCheckHandler(
    handler: (contents: unknown, permission: string, requestingOrigin: string) => boolean,
  ): void
  setPermissionRequestHandler(
    handler: (
      contents: unknown,
      permission: string,
      answer: (granted: boolean) => void,
      details: { requestingUrl?: string },
    ) => void,
  ): void
}

export interface SessionCookie {
  readonly url: string
  readonly name: string
  readonly value: string
  readonly httpOnly: boolean
  readonly sameSite: 'strict'
}

/** The frame of a page that sent a message; null once it has navigated. */
export interface IpcEvent {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

interface FileFilter {
  name: string
  extensions: string[]
}

interface DialogPort {
  showErrorBox(title: string, content: string): void
  showOpenDialog(options: {
    properties: 'openFile'[]
    filters: FileFilter[]
  }): Promise<{ canceled: boolean; filePaths: string[] }>
  showSaveDialog(options: { defaultPath: string }): Promise<{ canceled: boolean; filePath: string }>
}

/** A menu that Electron has built. */
export interface MenuPort {
  closePopup(): void
}

interface ImagePort {
  setTemplateImage(isTemplate: boolean): void
}

export interface TrayPort {
  setImage(image: ImagePort | string): void
  setContextMenu(menu: MenuPort | null): void
  setToolTip(text: string): void
  setTitle(text: string): void
  on(event: 'click', listener: () => void): unknown
}

export interface NotificationPort {
  show(): void
  on(event: 'click', listener: () => void): unknown
}

export interface WindowOptions {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly minWidth: number
  readonly minHeight: number
  readonly show: boolean
  readonly autoHideMenuBar: boolean
  readonly frame?: boolean
  readonly resizable?: boolean
  readonly maximizable?: boolean
  readonly fullscreenable?: boolean
  readonly skipTaskbar?: boolean
  readonly alwaysOnTop?: boolean
  readonly webPreferences: Readonly<Record<string, unknown>>
}

export interface WindowPort {
  readonly webContents: ContentsPort
  loadURL(url: string): Promise<void>
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown
  on(event: 'close', listener: (event: Preventable) => void): unknown
  on(
    event: 'resize' | 'move' | 'maximize' | 'unmaximize' | 'session-end' | 'blur',
    listener: () => void,
  ): unknown
  getNormalBounds(): Bounds
  isMaximized(): boolean
  isMinimized(): boolean
  isFocused(): boolean
  maximize(): void
  restore(): void
  show(): void
  hide(): void
  close(): void
  focus(): void
}
