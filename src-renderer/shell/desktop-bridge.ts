import { onScopeDispose, watch, type Ref } from 'vue'
import {
  MENU_COMMANDS,
  type BridgeCall,
  type DesktopBridge,
  type MenuCommand,
} from '../../src-shared/desktop-bridge.ts'

declare global {
  interface Window {
    /** Only in the desktop's own window. */
    readonly toolgate?: Partial<DesktopBridge>
  }
}

/** Whether the page is shown by the desktop application. */
export function isDesktop(): boolean {
  return window.toolgate !== undefined
}

/**
 * One function of the desktop; null in a browser, and in a desktop that is older than the page. Ask for it each time
 * and offer nothing that it would be needed for.
 */
export function desktopCall<Call extends BridgeCall>(call: Call): DesktopBridge[Call] | null {
  const found = window.toolgate?.[call]
  // What is looked up by a call's name is that call.
  return typeof found === 'function' ? (found as DesktopBridge[Call]) : null
}

/** Tells someone who is looking elsewhere that something long has ended; does nothing in a browser. */
export function notifyDesktop(text: string): void {
  // A notification that cannot be shown tells nothing that the page does not show as well.
  desktopCall('notify')?.(text).catch(() => undefined)
}

/** The text in the clipboard, where the desktop may read it; null in a browser, and when it cannot be read. */
export async function desktopClipboard(max: number): Promise<string | null> {
  return (await desktopCall('readClipboard')?.(max).catch(() => null)) ?? null
}

/** Does what the menu and the tray ask for, while the component is there. */
export function useMenuCommands(run: (command: MenuCommand) => void): void {
  const stop = window.toolgate?.onMenu?.((command) => {
    if (MENU_COMMANDS.includes(command)) run(command)
  })
  if (stop) onScopeDispose(stop)
}

/** Draws the desktop's frame as dark as the page. */
export function followTheme(theme: Ref<'light' | 'dark'>): void {
  const setTitleBar = desktopCall('setTitleBar')
  if (!setTitleBar) return
  // A frame of the other colour is no reason to disturb anybody.
  watch(theme, (now) => void setTitleBar(now).catch(() => undefined), { immediate: true })
}
