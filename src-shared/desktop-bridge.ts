/** The page's places, in the order of its rail; the menu goes to each of them. */
export const MENU_PLACES = [
  'tools',
  'batch',
  'activity',
  'memory',
  'verify',
  'balance',
  'settings',
] as const

/** What the menu and the tray may ask of the page. A place's name opens that place. */
export const MENU_COMMANDS = [
  ...MENU_PLACES,
  'welcome',
  'palette',
  'shortcuts',
  'theme',
  'copy-address',
] as const
export type MenuCommand = (typeof MENU_COMMANDS)[number]

/** What the page may ask of the main process; nothing else is listened to. */
export const BRIDGE_CALLS = [
  'readClipboard',
  'openFile',
  'saveFile',
  'notify',
  'setTitleBar',
  'restartGateway',
] as const
export type BridgeCall = (typeof BRIDGE_CALLS)[number]

/** The channel on which the main process answers a call, or on which it tells of menu commands. */
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
 * What the desktop adds to its page as `window.toolgate`; in a browser it is undefined. It is for the operating
 * system alone: data travels over HTTP, as it does for every client.
 */
export interface DesktopBridge {
  /** The operating system, in Node's words: darwin, linux or win32. */
  readonly platform: string
  /** The text in the clipboard, cut to `max` characters, at most MAX_CLIPBOARD_CHARS. */
  readClipboard(max: number): Promise<string>
  /** Lets the user choose a file and reads it, at most MAX_FILE_BYTES; null when none was chosen. */
  openFile(kinds: readonly FileKind[]): Promise<OpenedFile | null>
  /** Lets the user choose where to save; false when the dialog was closed. */
  saveFile(name: string, bytes: Uint8Array): Promise<boolean>
  /** A notification of the system, unless the window has the user's attention already. */
  notify(text: string): Promise<void>
  /** Draws the window's frame and menus light or dark, as the page is. */
  setTitleBar(theme: 'light' | 'dark' | 'system'): Promise<void>
  /** Calls back for each menu command. @returns a function that ends it */
  onMenu(listener: (command: MenuCommand) => void): () => void
  /** Lets running calls end, stops the gateway, starts it again and loads the page anew. */
  restartGateway(): Promise<void>
}
