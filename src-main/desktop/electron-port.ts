/**
 * The part of Electron that the desktop uses, in its own words, so that it is tested where Electron's program
 * cannot run. src-main/desktop.ts passes the real modules; the compiler holds them against this.
 */
export interface ElectronPort {
  readonly app: AppPort
  readonly session: { readonly defaultSession: SessionPort }
  readonly shell: { openExternal(url: string): Promise<void> }
  readonly dialog: { showErrorBox(title: string, content: string): void }
  readonly BrowserWindow: new (options: WindowOptions) => WindowPort
}

interface Preventable {
  preventDefault(): void
}

export interface AppPort {
  requestSingleInstanceLock(): boolean
  whenReady(): Promise<void>
  quit(): void
  exit(code?: number): void
  on(event: 'second-instance' | 'window-all-closed' | 'activate', listener: () => void): unknown
  on(event: 'will-quit', listener: (event: Preventable) => void): unknown
  on(event: 'web-contents-created', listener: (event: unknown, contents: ContentsPort) => void): unknown
}

/** A page, be it a window's own or one that the page opened. */
export interface ContentsPort {
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void
  on(event: 'will-navigate' | 'will-redirect', listener: (event: Preventable, url: string) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
}

export interface SessionPort {
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

export interface WindowOptions {
  readonly width: number
  readonly height: number
  readonly minWidth: number
  readonly minHeight: number
  readonly show: boolean
  readonly autoHideMenuBar: boolean
  readonly webPreferences: Readonly<Record<string, unknown>>
}

export interface WindowPort {
  loadURL(url: string): Promise<void>
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown
  show(): void
  focus(): void
  isMinimized(): boolean
  restore(): void
}
