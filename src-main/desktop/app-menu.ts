import { MENU_PLACES, type MenuCommand } from '../../src-shared/desktop-bridge.ts'
import { toAccelerator } from './accelerator.ts'
import type { DesktopSettings, DesktopSwitch } from './desktop-settings.ts'

/** One line of a menu, as Electron's Menu.buildFromTemplate takes it. */
export interface MenuEntry {
  label?: string
  type?: 'separator' | 'checkbox'
  role?: MenuRole
  accelerator?: string
  /** False where the page handles the keys itself: the menu then shows them without acting on them a second time. */
  registerAccelerator?: boolean
  enabled?: boolean
  checked?: boolean
  click?: () => void
  submenu?: MenuEntry[]
}

type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'close'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'reload'
  | 'toggleDevTools'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'windowMenu'
  | 'help'

/** The state that the menus show. */
export interface MenuFacts {
  readonly platform: NodeJS.Platform
  /** Whether it was installed; an application run from a checkout cannot be started at login or updated. */
  readonly isPackaged: boolean
  readonly hasTray: boolean
  readonly settings: DesktopSettings
  /** The owner's own keys for the page's shortcuts, by the shortcut's name; empty for none. */
  readonly keys: Readonly<Record<string, string>>
}

/** What the menus do. */
export interface MenuActions {
  readonly command: (command: MenuCommand) => void
  readonly toggle: (name: DesktopSwitch) => void
  readonly openInBrowser: () => void
  readonly openManual: () => void
  readonly openDataFolder: () => void
  readonly restartGateway: () => void
  readonly quit: () => void
  readonly show: () => void
}

const SEPARATOR: MenuEntry = { type: 'separator' }

/** The application's menu: at the top of the screen on a Mac, behind Alt in the window elsewhere. */
export function appMenu(facts: MenuFacts, actions: MenuActions): MenuEntry[] {
  const isMac = facts.platform === 'darwin'
  return [
    isMac ? macMenu(facts, actions) : { label: '&File', submenu: fileMenu(facts, actions) },
    { label: '&Edit', submenu: roles('undo', 'redo', null, 'cut', 'copy', 'paste', 'selectAll') },
    { label: '&View', submenu: viewMenu(facts, actions) },
    { label: '&Go', submenu: placeEntries(facts, actions) },
    ...(isMac ? roles('windowMenu') : []),
    { role: 'help', label: '&Help', submenu: helpMenu(facts, actions) },
  ]
}

/** The switches of the desktop, as the application's menu and the tray's show them. */
export function switchEntries(
  { isPackaged, hasTray, settings }: MenuFacts,
  { toggle }: MenuActions,
): MenuEntry[] {
  const entry = (name: DesktopSwitch, label: string, enabled: boolean): MenuEntry => ({
    label,
    type: 'checkbox',
    enabled,
    checked: enabled && settings[name],
    click: () => toggle(name),
  })
  return [
    entry('close_to_tray', 'Keep running when the window is closed', hasTray),
    entry('start_at_login', 'Start at login', isPackaged),
    entry('look_for_updates', 'Look for updates', isPackaged && settings.update_feed !== null),
  ]
}

function macMenu(facts: MenuFacts, actions: MenuActions): MenuEntry {
  return {
    label: 'Toolgate',
    submenu: [
      ...roles('about', null),
      settingsEntry(facts, actions),
      ...switchEntries(facts, actions),
      SEPARATOR,
      ...roles('services', null, 'hide', 'hideOthers', 'unhide', null, 'quit'),
    ],
  }
}

function fileMenu(facts: MenuFacts, actions: MenuActions): MenuEntry[] {
  return [
    settingsEntry(facts, actions),
    ...switchEntries(facts, actions),
    SEPARATOR,
    ...roles('close', 'quit'),
  ]
}

function viewMenu(facts: MenuFacts, actions: MenuActions): MenuEntry[] {
  return [
    ofPage(facts, actions, 'palette', 'Search Tools and Actions', ['palette', 'Ctrl+K']),
    ofPage(facts, actions, 'theme', 'Change the Theme', ['theme', 'Ctrl+Shift+L']),
    SEPARATOR,
    ...roles('reload', ...(facts.isPackaged ? [] : ['toggleDevTools' as const]), null),
    ...roles('resetZoom', 'zoomIn', 'zoomOut', null, 'togglefullscreen'),
  ]
}

function placeEntries(facts: MenuFacts, actions: MenuActions): MenuEntry[] {
  return MENU_PLACES.map((place, index) =>
    ofPage(facts, actions, place, capitalised(place), [`place.${place}`, `Ctrl+${index + 1}`]),
  )
}

function helpMenu(facts: MenuFacts, actions: MenuActions): MenuEntry[] {
  return [
    { label: 'Manual', ...keysOf(facts, ['manual', 'F1']), click: actions.openManual },
    ofPage(facts, actions, 'welcome', 'First Steps', ['welcome', '']),
    ofPage(facts, actions, 'shortcuts', 'Keyboard Shortcuts', ['help', '?']),
    SEPARATOR,
    ofPage(facts, actions, 'copy-address', 'Copy the Address of the Gateway', [
      'copy-address',
      'Ctrl+Shift+U',
    ]),
    { label: 'Open in the Browser', click: actions.openInBrowser },
    { label: 'Show the Data Folder', click: actions.openDataFolder },
    { label: 'Restart the Gateway', click: actions.restartGateway },
  ]
}

function settingsEntry(facts: MenuFacts, actions: MenuActions): MenuEntry {
  return ofPage(facts, actions, 'settings', 'Settings…', ['settings', 'Ctrl+,'])
}

/** @param shortcut the page's name of the same shortcut, and its default keys */
function ofPage(
  facts: MenuFacts,
  { command }: MenuActions,
  name: MenuCommand,
  label: string,
  shortcut: readonly [string, string],
): MenuEntry {
  return { label, ...keysOf(facts, shortcut), click: () => command(name) }
}

/** The keys of a shortcut, which the page itself listens for. */
function keysOf(
  { keys }: MenuFacts,
  [shortcut, initial]: readonly [string, string],
): Pick<MenuEntry, 'accelerator' | 'registerAccelerator'> {
  const accelerator = toAccelerator(keys[shortcut] ?? initial)
  return accelerator === undefined ? {} : { accelerator, registerAccelerator: false }
}

function roles(...names: (MenuRole | null)[]): MenuEntry[] {
  return names.map((role) => (role === null ? SEPARATOR : { role }))
}

const capitalised = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
