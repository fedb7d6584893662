import { computed, onScopeDispose, shallowReactive, watch } from 'vue'
import { keepChoice, keptChoice } from '../ui/kept/kept-choice.ts'
import { keysOf } from './shortcut-keys.ts'
import { shortcutKind, type ShortcutId, type ShortcutKind } from './shortcut-list.ts'

const STORAGE_KEY = 'toolgate.single-keys'

/**
 * One thing the page can do. The key handler, tooltips, palette and help sheet all read the
 * registered shortcuts, so they always agree.
 */
export interface Shortcut extends ShortcutKind {
  /** Its ID in the list of shortcuts, if it has one. */
  readonly id?: ShortcutId
  /** Returns false if it had nothing to do, which leaves the key to other shortcuts. */
  readonly run: () => boolean | void
  /** It works only while the focus is inside this element. */
  readonly within?: () => HTMLElement | null | undefined
}

const registered = shallowReactive(new Set<Shortcut>())
/** Single-key shortcuts can be turned off, for people who use speech input. */
const settings = shallowReactive({ singleKeys: keptChoice(STORAGE_KEY) !== 'off' })
watch(settings, ({ singleKeys }) => keepChoice(STORAGE_KEY, singleKeys ? 'on' : 'off'))

/** A shortcut of the list with its action. Its keys are always the current ones. */
export function shortcut(
  id: ShortcutId,
  run: Shortcut['run'],
  within?: NonNullable<Shortcut['within']>,
): Shortcut {
  return {
    ...shortcutKind(id),
    id,
    run,
    ...(within ? { within } : {}),
    get keys() {
      return keysOf(id)
    },
  }
}

/**
 * Registers shortcuts while the component exists. In text fields only Esc and those with Ctrl or
 * Alt work.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  if (registered.size === 0) window.addEventListener('keydown', onKeydown)
  for (const shortcut of shortcuts) registered.add(shortcut)
  onScopeDispose(() => {
    for (const shortcut of shortcuts) registered.delete(shortcut)
    if (registered.size === 0) window.removeEventListener('keydown', onKeydown)
  })
}

/** All registered shortcuts, in the order of registration. */
export function useRegisteredShortcuts() {
  return computed<readonly Shortcut[]>(() => [...registered])
}

/**
 * Returns a function that makes a tooltip: the title, and the keys of the shortcut with this label.
 */
export function useShortcutTitle(): (label: string, title?: string) => string {
  return (label, title = label) => {
    const shortcut = [...registered].find((each) => each.label === label && each.keys !== '')
    return shortcut ? `${title} (${shownKeys(shortcut.keys).join(' ')})` : title
  }
}

/** Whether a single key is a shortcut. */
export function isShortcut(key: string): boolean {
  return settings.singleKeys && [...registered].some(({ keys }) => keys === key.toUpperCase())
}

/** The setting for single-key shortcuts. */
export function useShortcutSettings() {
  return settings
}

/**
 * The keys of a shortcut for a hint beside its button: split into key names, and for screen
 * readers.
 */
export function useKeyHint(id: ShortcutId) {
  return {
    keys: computed(() => (keysOf(id) === '' ? [] : shownKeys(keysOf(id)))),
    aria: computed(() => keysOf(id).replace('Ctrl', isMac() ? 'Meta' : 'Control') || undefined),
  }
}

/** Splits a shortcut into key names, such as `Ctrl`, `Shift`, `⏎`. */
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

// Shortcuts of the focused part come first, then the newest ones: what opened last closes first.
function onKeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const keys = pressedKeys(event)
  if (isTextField(event.target) && !/^(Ctrl|Alt)\+|Escape$|F\d+$/.test(keys)) return
  if (!settings.singleKeys && event.key.length === 1 && !/^(Ctrl|Alt)\+/.test(keys)) return
  const dialog = event.target instanceof Element ? event.target.closest('[role=dialog]') : null
  const newestFirst = [...registered].reverse()
  const [everywhere, ofParts] = [
    newestFirst.filter(worksAnywhere),
    newestFirst.filter((one) => !worksAnywhere(one)),
  ]
  for (const shortcut of [...ofParts, ...everywhere]) {
    if (shortcut.keys !== keys || !reaches(shortcut, event.target, dialog)) continue
    if (shortcut.run() === false) continue
    event.preventDefault()
    return
  }
}

function worksAnywhere({ within }: Shortcut): boolean {
  return within === undefined
}

function reaches(shortcut: Shortcut, target: EventTarget | null, dialog: Element | null): boolean {
  const home = shortcut.within?.()
  if (shortcut.within) return target instanceof Node && (home?.contains(target) ?? false)
  return dialog === null || shortcut.overDialogs === true
}

/** The keys of an event, written as in a shortcut, such as `Ctrl+Shift+C`. */
export function pressedKeys(event: KeyboardEvent): string {
  const name = nameOfKey(event)
  const key = name.length === 1 ? name.toUpperCase() : name
  const ctrl = event.ctrlKey || event.metaKey ? 'Ctrl+' : ''
  const alt = event.altKey ? 'Alt+' : ''
  // Some keyboards need Shift for characters such as `/`, so only the character counts.
  const shift = event.shiftKey && (name.length > 1 || /[a-z]/i.test(name)) ? 'Shift+' : ''
  return `${ctrl}${alt}${shift}${key}`
}

// On a Mac, Option changes the characters of letters and digits.
function nameOfKey({ key, code, altKey }: KeyboardEvent): string {
  const plain = altKey && isMac() ? /^(?:Key|Digit)(.)$/.exec(code)?.[1] : undefined
  return plain ?? (key === ' ' ? 'Space' : key)
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]')
  )
}
