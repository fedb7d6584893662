import type { ContentsPort, ElectronPort, WindowPort } from './electron-port.ts'
import {
  isAllowedNavigation,
  isAllowedPermission,
  isExternalLink,
  WEB_PREFERENCES,
} from './window-policy.ts'

/** The gateway as the desktop sees it. */
export interface DesktopGateway {
  /** Where it listens, for example `http://127.0.0.1:4777`. */
  readonly url: string
  /** The cookie that makes the window's requests the owner's. */
  ownerSession(): { readonly name: string; readonly value: string }
  close(): Promise<void>
}

export interface DesktopDependencies {
  startGateway(): Promise<DesktopGateway>
  /** The built preload script. */
  readonly preloadFile: string
  /** Where the page comes from instead of the gateway, while it is being developed. */
  readonly developmentPage?: string | undefined
}

/**
 * Runs Toolgate as a desktop application: one gateway, one window on its page. A second start shows the window of
 * the first; quitting closes the gateway before the process ends.
 */
export async function runDesktop(electron: ElectronPort, dependencies: DesktopDependencies): Promise<void> {
  const { app, dialog } = electron
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  await app.whenReady()
  let gateway: DesktopGateway
  try {
    gateway = await dependencies.startGateway()
  } catch (error) {
    // There is no window yet, and a desktop application's stderr is seen by nobody.
    dialog.showErrorBox('Toolgate could not start', error instanceof Error ? error.message : String(error))
    app.exit(1)
    return
  }
  closeWithApp(electron, gateway)
  const page = dependencies.developmentPage ?? `${gateway.url}/`
  const pageOrigin = new URL(page).origin
  guardContents(electron, pageOrigin)
  guardPermissions(electron, pageOrigin)
  await electron.session.defaultSession.cookies.set({
    url: page,
    ...gateway.ownerSession(),
    httpOnly: true,
    sameSite: 'strict',
  })
  keepOneWindow(electron, page, dependencies.preloadFile)
}

// Electron does not wait for promises when it quits: the first attempt is held back until the gateway is closed.
function closeWithApp({ app }: ElectronPort, gateway: DesktopGateway): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    gateway.close().then(
      () => app.exit(0),
      () => app.exit(1), // The gateway has logged why.
    )
  })
}

function guardContents({ app, shell }: ElectronPort, pageOrigin: string): void {
  app.on('web-contents-created', (_event, contents: ContentsPort) => {
    const stay = (event: { preventDefault(): void }, url: string) => {
      if (!isAllowedNavigation(url, pageOrigin)) event.preventDefault()
    }
    contents.on('will-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      // A link that cannot be opened leaves the user where they are, which is all that can be done about it.
      if (isExternalLink(url)) shell.openExternal(url).catch(() => undefined)
      return { action: 'deny' }
    })
  })
}

function guardPermissions({ session }: ElectronPort, pageOrigin: string): void {
  session.defaultSession.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isAllowedPermission(permission, requestingOrigin, pageOrigin),
  )
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isAllowedPermission(permission, requestingUrl ?? '', pageOrigin)),
  )
}

function keepOneWindow(electron: ElectronPort, page: string, preload: string): void {
  let current: WindowPort | null = null
  const open = () => {
    const window = new electron.BrowserWindow({
      width: 1280,
      height: 832,
      minWidth: 720,
      minHeight: 480,
      // Shown once it has something to show, else it flashes white.
      show: false,
      autoHideMenuBar: true,
      webPreferences: { ...WEB_PREFERENCES, preload },
    })
    current = window
    window.once('ready-to-show', () => window.show())
    window.once('closed', () => {
      current = null
    })
    // A window that cannot load its page shows Electron's own error page, with the reason in it.
    window.loadURL(page).catch(() => undefined)
  }
  const showOrOpen = () => {
    if (!current) return open()
    if (current.isMinimized()) current.restore()
    current.focus()
  }
  electron.app.on('second-instance', showOrOpen)
  electron.app.on('activate', showOrOpen)
  electron.app.on('window-all-closed', () => {
    // On macOS an application stays in the dock without windows.
    if (process.platform !== 'darwin') electron.app.quit()
  })
  open()
}
