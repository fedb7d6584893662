import type { DesktopGateway } from './gateway-keeper.ts'
import type { UpdaterPort } from './updates.ts'

/** What the entry passes to the desktop besides Electron; tests pass their own. */
export interface DesktopDependencies {
  readonly startGateway: () => Promise<DesktopGateway>
  /** Where the instance keeps its data; the window's own settings and profile are there too. */
  readonly dataDir: string
  /** The built preload script. */
  readonly preloadFile: string
  /** The tray's icon: one for a Mac's menu bar, which colours it itself, and one for all others. */
  readonly trayIcons: { readonly template: string; readonly coloured: string }
  /** The page's address when it is not served by the gateway, during development. */
  readonly developmentPage?: string | undefined
  readonly machine: {
    readonly platform: NodeJS.Platform
    readonly env: NodeJS.ProcessEnv
    readonly execPath: string
    readonly argv: readonly string[]
  }
  readonly loadUpdater: () => Promise<UpdaterPort>
  readonly reportBug: (error: unknown) => void
}
