/** What the desktop adds to its page as `window.toolgate`; in a browser it is undefined. */
export interface DesktopBridge {
  /** The operating system, in Node's words: darwin, linux or win32. */
  platform(): string
}
