import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { MenuEntry } from '../../../src-main/desktop/app-menu.ts'
import type { DesktopDependencies } from '../../../src-main/desktop/desktop-dependencies.ts'
import type { DesktopGateway } from '../../../src-main/desktop/gateway-keeper.ts'
import { runDesktop } from '../../../src-main/desktop/run-desktop.ts'
import type { UpdaterPort } from '../../../src-main/desktop/updates.ts'
import { fakeElectron, seen } from './electron.ts'
import { ROOT } from '../sources/source-files.ts'
import { makeTempDir } from '../temp-dir.ts'

/** Where the gateway of these desktops would listen. */
export const GATEWAY = 'http://127.0.0.1:4777'

/** A desktop on the fake Electron, with a gateway that records its requests. */
export class StartedDesktop {
  readonly dataDir: string
  readonly bugs: unknown[] = []
  started = 0
  closed = 0
  /** What the start says about a restore. */
  restored: string | null = null
  /** Why the next start of the gateway fails; null when it does not. */
  failure: Error | null = null
  tellBalance: (credits: number) => void = () => undefined
  tellShortcuts: (keys: Readonly<Record<string, string>>) => void = () => undefined
  readonly updater = new FakeUpdater()
  updatersLoaded = 0

  constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  readonly startGateway = async (): Promise<DesktopGateway> => {
    if (this.failure) throw this.failure
    this.started += 1
    return {
      url: GATEWAY,
      restored: this.restored,
      ownerSession: () => ({ name: 'toolgate_session', value: `session ${this.started}` }),
      pageFile: () => ({ url: `${GATEWAY}/#t=once`, file: join(this.dataDir, 'open', 'page.html') }),
      watchBalance: (listener) => {
        this.tellBalance = listener
      },
      watchShortcuts: (listener) => {
        this.tellShortcuts = listener
      },
      close: async () => {
        this.closed += 1
      },
    }
  }
}

class FakeUpdater implements UpdaterPort {
  autoDownload = true
  autoInstallOnAppQuit = true
  logger: unknown = console
  feed: unknown = null
  looks = 0
  downloads = 0
  found: Awaited<ReturnType<UpdaterPort['checkForUpdates']>> = null

  setFeedURL(feed: { provider: 'generic'; url: string }): void {
    this.feed = feed
  }

  async checkForUpdates() {
    this.looks += 1
    return this.found
  }

  async downloadUpdate(): Promise<string[]> {
    this.downloads += 1
    return []
  }
}

type Changes = Partial<Omit<DesktopDependencies, 'machine'>> & {
  readonly machine?: Partial<DesktopDependencies['machine']>
  readonly failure?: Error
  readonly restored?: string
}

/** Starts one; in a folder of its own unless it is to find what another has left. */
export async function startDesktop(changes: Changes = {}): Promise<StartedDesktop> {
  const { machine, failure, restored, ...dependencies } = changes
  const desktop = new StartedDesktop(dependencies.dataDir ?? makeTempDir())
  desktop.failure = failure ?? null
  desktop.restored = restored ?? null
  await runDesktop(fakeElectron, {
    startGateway: desktop.startGateway,
    dataDir: desktop.dataDir,
    preloadFile: '/app/out/preload/preload.cjs',
    trayIcons: {
      template: `${ROOT}build/icons/tray-template.png`,
      coloured: `${ROOT}build/icons/tray.png`,
    },
    loadUpdater: async () => {
      desktop.updatersLoaded += 1
      return desktop.updater
    },
    reportBug: (error) => desktop.bugs.push(error),
    machine: { platform: 'linux', env: {}, execPath: '/opt/Toolgate/toolgate', argv: [], ...machine },
    ...dependencies,
  })
  return desktop
}

/** The line of a menu that says this, wherever in it. */
export function menuEntry(label: string, menu: readonly MenuEntry[] = seen.menu): MenuEntry {
  const found = findEntry(label, menu)
  if (!found) throw new Error(`The menu has no ${label}`)
  return found
}

function findEntry(label: string, menu: readonly MenuEntry[]): MenuEntry | undefined {
  return menu
    .flatMap((entry) => [entry, ...(entry.submenu ?? [])])
    .find((entry) => entry.label?.replace('&', '') === label)
}

/** Lets what was promised happen. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await turn()
}
