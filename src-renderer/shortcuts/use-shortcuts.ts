import { computed, onScopeDispose, shallowReactive, watch } from 'vue'
import { keepChoice, keptChoice } from '../ui/kept/kept-choice.ts'
import { keysOf } from './shortcut-keys.ts'
import { shortcutKind, type ShortcutId, type ShortcutKind } from './shortcut-list.ts'

const STORAGE_KEY = 'toolgate.single-keys'

/**
 * One thing the page can do. What is registered here is listened for, named in tooltips, offered in the palette and
 * shown in the help sheet, so that none of them can promise what another does not keep.
 */
export interface Shortcut extends ShortcutKind {
  /** Its entry in the list of shortcuts; one without keys may do without. */
  readonly id?: ShortcutId
  /** Answers false when it had nothing to do, which leaves the key to others. */
  readonly run: () => boolean | void
  /** It acts only while the focus is in here. */
  readonly within?: () => HTMLElement | null | undefined
}

const registered = shallowReactive(new Set<Shortcut>())
/** Keys of one character without Ctrl or Alt can be switched off, for those who speak to their computer. */
const settings = shallowReactive({ singleKeys: keptChoice(STORAGE_KEY) !== 'off' })
watch(settings, ({ singleKeys }) => keepChoice(STORAGE_KEY, singleKeys ? 'on' : 'off'))

/** A shortcut of the list, with what it does here. Its keys are always the ones that were chosen last. */
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

/** The keys of a shortcut for a hint beside its button: in parts as a keyboard names them, and for screen readers. */
export function useKeyHint(id: ShortcutId) {
  return {
    keys: computed(() => (keysOf(id) === '' ? [] : shownKeys(keysOf(id)))),
    aria: computed(() => keysOf(id).replace('Ctrl', isMac() ? 'Meta' : 'Control') || undefined),
  }
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

// What belongs to the part with the focus is asked first, then the last to be registered: what opened last closes
// first.
function onKeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const keys = pressedKeys(event)
  if (isTextField(event.target) && !/^(Ctrl|Alt)\+|Escape$|F\d+$/.test(keys)) return
  if (!settings.singleKeys && event.key.length === 1 && !/^(Ctrl|Alt)\+/.test(keys)) return
  const dialog = event.target instanceof Element ? event.target.closest('[role=dialog]') : null
  const newestFirst = [...registered].reverse()
  const [everywhere, ofParts] = [
    newestFirst.filter(isOfNoPart),
    newestFirst.filter((one) => !isOfNoPart(one)),
  ]
  for (const shortcut of [...ofParts, ...everywhere]) {
    if (shortcut.keys !== keys || !reaches(shortcut, event.target, dialog)) continue
    if (shortcut.run() === false) continue
    event.preventDefault()
    return
  }
}

function isOfNoPart({ within }: Shortcut): boolean {
  return within === undefined
}

function reaches(shortcut: Shortcut, target: EventTarget | null, dialog: Element | null): boolean {
  const home = shortcut.within?.()
  if (shortcut.within) return target instanceof Node && (home?.contains(target) ?? false)
  return dialog === null || shortcut.overDialogs === true
}

/** The keys of an event in a shortcut's words, such as `Ctrl+Shift+C`. */
export function pressedKeys(event: KeyboardEvent): string {
  const name = nameOfKey(event)
  const key = name.length === 1 ? name.toUpperCase() : name
  const ctrl = event.ctrlKey || event.metaKey ? 'Ctrl+' : ''
  const alt = event.altKey ? 'Alt+' : ''
  // A character such as `/` may need Shift on some keyboards; it is the character that counts.
  const shift = event.shiftKey && (name.length > 1 || /[a-z]/i.test(name)) ? 'Shift+' : ''
  return `${ctrl}${alt}${shift}${key}`
}

// On a Mac, Option turns letters and digits into other characters.
function nameOfKey({ key, code, altKey }: KeyboardEvent): string {
  const plain = altKey && isMac() ? /^(?:Key|Digit)(.)$/.exec(code)?.[1] : undefined
  return plain ?? key
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]')
  )
}
