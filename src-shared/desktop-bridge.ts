/** The page's places, in the order of its rail; the menu goes to each of them. */
export const MENU_PLACES = [
  'tools',
  'batch',
  'sources',
  'activity',
  'memory',
  'verify',
  'balance',
  'settings',
] as const

/** The commands that the menu and the tray may send to the page. A place's name opens that place. */
export const MENU_COMMANDS = [
  ...MENU_PLACES,
  'welcome',
  'palette',
  'shortcuts',
  'theme',
  'copy-address',
] as const
export type MenuCommand = (typeof MENU_COMMANDS)[number]

/** The calls that the page may make to the main process; there are no others. */
export const BRIDGE_CALLS = [
  'readClipboard',
  'openFile',
  'saveFile',
  'notify',
  'setTitleBar',
  'restartGateway',
] as const
export type BridgeCall = (typeof BRIDGE_CALLS)[number]

/** The channel on which the main process answers a call, or sends menu commands. */
export const channelOf = (name: BridgeCall | 'menu'): string => `toolgate:${name}`

/** Limits of the bridge, in characters and bytes. */
export const MAX_CLIPBOARD_CHARS = 65_536
export const MAX_NOTICE_CHARS = 300
export const MAX_FILE_NAME_CHARS = 200
export const MAX_FILE_BYTES = 32 * 1024 * 1024

/** Kinds of files, as the system's file dialog lists them. */
export interface FileKind {
  /** Such as `Tables`. */
  readonly name: string
  /** Such as `csv`, without a dot. */
  readonly extensions: readonly string[]
}

export interface OpenedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * What the desktop adds to its page as `window.toolgate`; in a browser it is undefined. It is only for the operating
 * system: data travels over HTTP, as for every client.
 */
export interface DesktopBridge {
  /** The operating system, by Node's name: darwin, linux or win32. */
  readonly platform: string
  /** The text in the clipboard, cut to `max` characters, at most MAX_CLIPBOARD_CHARS. */
  readClipboard(max: number): Promise<string>
  /** Lets the user choose a file and reads it, at most MAX_FILE_BYTES; null when none was chosen. */
  openFile(kinds: readonly FileKind[]): Promise<OpenedFile | null>
  /** Lets the user choose where to save; false when the dialog was closed. */
  saveFile(name: string, bytes: Uint8Array): Promise<boolean>
  /** Shows a system notification, unless the window already has the user's attention. */
  notify(text: string): Promise<void>
  /** Draws the window's frame and menus light or dark, like the page. */
  setTitleBar(theme: 'light' | 'dark' | 'system'): Promise<void>
  /** Calls back for each menu command. @returns a function that stops this */
  onMenu(listener: (command: MenuCommand) => void): () => void
  /** Lets running calls end, stops the gateway, restarts it and reloads the page. */
  restartGateway(): Promise<void>
}
