import { computed, onScopeDispose, shallowReactive, watch } from 'vue'

const STORAGE_KEY = 'toolgate.single-keys'

/**
 * One thing the page can do. What is registered here is listened for, named in tooltips, offered in the palette and
 * shown in the help sheet, so that none of them can promise what another does not keep.
 */
export interface Shortcut {
  /** Such as `Ctrl+Enter`, `/` or `Escape`; Ctrl is ⌘ on a Mac. Empty for an action without a key. */
  readonly keys: string
  /** What it does, as palette and help sheet say it: `Run`, `Copy the output`. */
  readonly label: string
  /** Answers false when it had nothing to do, which leaves the key to others. */
  readonly run: () => boolean | void
  /** The name of the place it belongs to, or `everywhere`. */
  readonly place: string
  /** The part of the place, as the help sheet's heading: `List`, `Call`, `Result`. */
  readonly group?: string
  /** It acts only while the focus is in here. */
  readonly within?: () => HTMLElement | null | undefined
  /** It acts while a dialog is open, too. */
  readonly overDialogs?: boolean
  /** No row of the palette: it makes sense only at the keyboard, such as the arrow keys. */
  readonly keyOnly?: boolean
}

const registered = shallowReactive(new Set<Shortcut>())
/** Keys of one character without Ctrl or Alt can be switched off, for those who speak to their computer. */
const settings = shallowReactive({ singleKeys: storedSwitch() })
watch(settings, ({ singleKeys }) => storeSwitch(singleKeys))

/** Registers shortcuts while the component is there. Inside text fields only those with Ctrl or Alt act, and Esc. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  if (registered.size === 0) window.addEventListener('keydown', onKeydown)
  for (const shortcut of shortcuts) registered.add(shortcut)
  onScopeDispose(() => {
    for (const shortcut of shortcuts) registered.delete(shortcut)
    if (registered.size === 0) window.removeEventListener('keydown', onKeydown)
  })
}

/** All that can be done now, in the order of registration. */
export function useRegisteredShortcuts() {
  return computed<readonly Shortcut[]>(() => [...registered])
}

/** Gives a tooltip: the label, and the keys where a shortcut of this label is registered. */
export function useShortcutTitle(): (label: string, title?: string) => string {
  return (label, title = label) => {
    const shortcut = [...registered].find((each) => each.label === label && each.keys !== '')
    return shortcut ? `${title} (${shownKeys(shortcut.keys).join(' ')})` : title
  }
}

/** Whether a key does something on its own. */
export function isShortcut(key: string): boolean {
  return settings.singleKeys && [...registered].some(({ keys }) => keys === key.toUpperCase())
}

/** The switch for shortcuts of a single character. */
export function useShortcutSettings() {
  return settings
}

/** The parts of a shortcut as a keyboard names them, such as `Ctrl`, `Shift`, `⏎`. */
export function shownKeys(keys: string, mac = isMac()): readonly string[] {
  const names: Record<string, string> = mac ? MAC_NAMES : OTHER_NAMES
  return keys.split(/\+(?=.)/).map((part) => names[part] ?? part)
}

const OTHER_NAMES: Record<string, string> = {
  Enter: '⏎',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Delete: 'Del',
}
const MAC_NAMES: Record<string, string> = { ...OTHER_NAMES, Ctrl: '⌘', Alt: '⌥', Shift: '⇧' }

function isMac(): boolean {
  return /^Mac/.test(navigator.platform)
}

// The last to be registered is asked first: what opened last closes first.
function onKeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const keys = keysOf(event)
  if (isTextField(event.target) && !/^(Ctrl|Alt)\+|Escape$|F\d+$/.test(keys)) return
  if (!settings.singleKeys && event.key.length === 1 && !/^(Ctrl|Alt)\+/.test(keys)) return
  const dialog = event.target instanceof Element ? event.target.closest('[role=dialog]') : null
  for (const shortcut of [...registered].reverse()) {
    if (shortcut.keys !== keys || !reaches(shortcut, event.target, dialog)) continue
    if (shortcut.run() === false) continue
    event.preventDefault()
    return
  }
}

function reaches(shortcut: Shortcut, target: EventTarget | null, dialog: Element | null): boolean {
  const home = shortcut.within?.()
  if (shortcut.within) return target instanceof Node && (home?.contains(target) ?? false)
  return dialog === null || shortcut.overDialogs === true
}

function keysOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  const ctrl = event.ctrlKey || event.metaKey ? 'Ctrl+' : ''
  const alt = event.altKey ? 'Alt+' : ''
  // A character such as `/` may need Shift on some keyboards; it is the character that counts.
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key)) ? 'Shift+' : ''
  return `${ctrl}${alt}${shift}${key}`
}

function storedSwitch(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true // A browser without storage has kept no choice.
  }
}

function storeSwitch(on: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off')
  } catch {
    // It holds until the page is closed.
  }
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]')
  )
}
