import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { answerBridge } from './answer-bridge.ts'
import type { DesktopDependencies } from './desktop-dependencies.ts'
import { DEEP_LINK_SCHEME, deepLinkIn } from './deep-link.ts'
import type { ElectronPort } from './electron-port.ts'
import { GatewayKeeper, type DesktopGateway } from './gateway-keeper.ts'
import { guardContents, guardPermissions } from './guard-contents.ts'
import { DesktopShell } from './desktop-shell.ts'

/**
 * Runs Toolgate as a desktop application: one gateway, one window on its page. A second start shows the window of
 * the first; quitting closes the gateway before the process ends.
 */
export async function runDesktop(electron: ElectronPort, dependencies: DesktopDependencies): Promise<void> {
  const { app, dialog } = electron
  // One for each data folder: Chromium's own files, and the lock by which a second start shows the first's window.
  const profile = join(dependencies.dataDir, 'window')
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  app.setPath('userData', profile)
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  const links = followLinks(electron, dependencies.machine.argv)
  app.enableSandbox()
  await app.whenReady()
  const keeper = new GatewayKeeper(dependencies.startGateway, async (gateway) => {
    await signIn(electron, pageOf(gateway, dependencies), gateway)
    gateway.watchBalance((credits) => shell.showBalance(credits))
    gateway.watchShortcuts((keys) => shell.showShortcuts(keys))
  })
  const page = () => pageOf(keeper.gateway, dependencies)
  const pageOrigin = () => new URL(page()).origin
  const shell: DesktopShell = new DesktopShell({ electron, dependencies, keeper, page })
  try {
    await keeper.start()
  } catch (error) {
    // There is no window yet, and a desktop application's stderr is seen by nobody.
    dialog.showErrorBox('Toolgate could not start', error instanceof Error ? error.message : String(error))
    app.exit(1)
    return
  }
  const { restored } = keeper.gateway
  if (restored !== null) dialog.showErrorBox('The keys of this instance are suspended', restored)
  closeWithApp(electron, keeper)
  guardContents(electron, pageOrigin)
  guardPermissions(electron, pageOrigin)
  answerBridge({
    electron,
    pageOrigin,
    notify: (text) => shell.notify(text),
    restartGateway: () => shell.restartGateway(),
  })
  registerScheme(electron, dependencies)
  shell.open(links.take())
  links.deliverTo((link) => shell.follow(link))
}

function pageOf(gateway: DesktopGateway, { developmentPage }: DesktopDependencies): string {
  return developmentPage ?? `${gateway.url}/`
}

async function signIn({ session }: ElectronPort, url: string, gateway: DesktopGateway): Promise<void> {
  await session.defaultSession.cookies.set({
    url,
    ...gateway.ownerSession(),
    httpOnly: true,
    sameSite: 'strict',
  })
}

/** Links that the system passes on; a Mac does so before anything is ready, and the last link counts. */
function followLinks({ app }: ElectronPort, argv: readonly string[]) {
  let waiting = deepLinkIn(argv)
  let deliver = (link: string | null): void => {
    waiting = link ?? waiting
  }
  app.on('open-url', (event, url) => {
    event.preventDefault()
    deliver(url)
  })
  app.on('second-instance', (_event, args) => deliver(deepLinkIn(args)))
  return {
    take: () => waiting,
    deliverTo: (follow: (link: string | null) => void) => {
      deliver = follow
    },
  }
}

// A checkout leaves the system's list of programs alone.
function registerScheme({ app }: ElectronPort, { machine }: DesktopDependencies): void {
  // What follows `--` is never read as one of Chromium's own options.
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME, machine.execPath, ['--'])
}

// Electron does not wait for promises when it quits: the first attempt to quit is prevented until
// the gateway is closed.
function closeWithApp({ app, powerMonitor }: ElectronPort, keeper: GatewayKeeper): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    keeper.close().then(
      () => app.exit(0),
      () => app.exit(1), // The gateway has logged why.
    )
  })
  powerMonitor.on('shutdown', (...[event]) => {
    // The system waits until running calls have ended.
    event?.preventDefault()
    app.quit()
  })
}
