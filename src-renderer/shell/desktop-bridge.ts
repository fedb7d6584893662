import { onScopeDispose, watch, type Ref } from 'vue'
import {
  MENU_COMMANDS,
  type BridgeCall,
  type DesktopBridge,
  type MenuCommand,
} from '../../src-shared/desktop-bridge.ts'

declare global {
  interface Window {
    /** Set only in the desktop's window. */
    readonly toolgate?: Partial<DesktopBridge>
  }
}

/** Whether the page runs in the desktop application. */
export function isDesktop(): boolean {
  return window.toolgate !== undefined
}

/**
 * One function of the desktop; null in a browser, and in a desktop that is older than the page.
 * Look it up on each use, and hide what depends on it if it is null.
 */
export function desktopCall<Call extends BridgeCall>(call: Call): DesktopBridge[Call] | null {
  const found = window.toolgate?.[call]
  // A function looked up by its name has that name's type.
  return typeof found === 'function' ? (found as DesktopBridge[Call]) : null
}

/** Shows a system notification when something long has finished; does nothing in a browser. */
export function notifyDesktop(text: string): void {
  // The page shows the same, so a failed notification can be ignored.
  desktopCall('notify')?.(text).catch(() => undefined)
}

/** The text on the clipboard; null in a browser, or if it cannot be read. */
export async function desktopClipboard(max: number): Promise<string | null> {
  return (await desktopCall('readClipboard')?.(max).catch(() => null)) ?? null
}

/** Handles commands from the menu and the tray while the component exists. */
export function useMenuCommands(run: (command: MenuCommand) => void): void {
  const stop = window.toolgate?.onMenu?.((command) => {
    if (MENU_COMMANDS.includes(command)) run(command)
  })
  if (stop) onScopeDispose(stop)
}

/** Keeps the desktop's window frame in the theme of the page. */
export function followTheme(theme: Ref<'light' | 'dark'>): void {
  const setTitleBar = desktopCall('setTitleBar')
  if (!setTitleBar) return
  // A frame in the wrong colour is not worth a message.
  watch(theme, (now) => void setTitleBar(now).catch(() => undefined), { immediate: true })
}
