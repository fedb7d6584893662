import type { DesktopGateway } from './gateway-keeper.ts'
import type { UpdaterPort } from './updates.ts'

/** What the entry hands to the desktop beside Electron: everything that a test brings its own of. */
export interface DesktopDependencies {
  readonly startGateway: () => Promise<DesktopGateway>
  /** Where the instance keeps its data; the window's own settings and profile lie there too. */
  readonly dataDir: string
  /** The built preload script. */
  readonly preloadFile: string
  /** The tray's icon: one for a Mac's menu bar, which colours it itself, and one for all others. */
  readonly trayIcons: { readonly template: string; readonly coloured: string }
  /** Where the page comes from instead of the gateway, while it is being developed. */
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
