import { shallowReactive } from 'vue'
import {
  placeLabelOf,
  SHORTCUT_KINDS,
  shortcutKind,
  type ShortcutId,
  type ShortcutKind,
} from './shortcut-list.ts'

const KEYS = /^(Ctrl\+)?(Alt\+)?(Shift\+)?(\+|[^\s+]{1,20})$/
const MOVING = /^(Shift\+)?(Tab|Enter|Escape|Arrow\w+|Home|End|PageUp|PageDown|Backspace| )$/
const EDITING = /^Ctrl\+[ACVX]$/
const BROWSERS = /^Ctrl\+(Shift\+)?([NTWRQ]|Tab|PageUp|PageDown)$|^(F5|F11|F12|Alt\+F4)$/

/** Keys that were chosen in place of the ones a shortcut begins with; an empty text takes its key away. */
const chosen = shallowReactive(new Map<string, string>())

/** Two shortcuts that answer to the same keys in the same place. */
export interface Clash {
  readonly id: ShortcutId
  readonly label: string
  /** Where the other one acts, such as `Tools`. */
  readonly where: string
}

/** The keys of a shortcut as they are now; whoever shows them is told of every change. */
export function keysOf(id: ShortcutId): string {
  return chosen.get(id) ?? shortcutKind(id).keys
}

/** Puts chosen keys into force. What no shortcut or no key answers to, as from a newer page, is left out. */
export function putChosenKeys(keys: Readonly<Record<string, string>>): void {
  chosen.clear()
  for (const [id, text] of Object.entries(keys)) {
    if (isChoosable(id, text)) chosen.set(id, text)
  }
}

/** Whether a shortcut of this name can be given these keys, or none. */
export function isChoosable(id: string, text: string): boolean {
  const kind = SHORTCUT_KINDS.get(id)
  if (!kind || isFixed(kind)) return false
  return text === '' || (KEYS.test(text) && refusalOf(text) === '')
}

/** Whether a shortcut keeps its keys: Esc closes and stops what is innermost, in dialogs and menus as well. */
export function isFixed({ keys }: ShortcutKind): boolean {
  return keys === 'Escape'
}

/** Why keys cannot be a shortcut, as a sentence; empty when they can. */
export function refusalOf(keys: string): string {
  if (MOVING.test(keys))
    return 'This key moves around the page or closes what is open. Add Ctrl or Alt to it.'
  if (EDITING.test(keys)) return 'These keys copy, paste and select text. Press others.'
  if (BROWSERS.test(keys)) return 'The browser keeps these keys to itself. Press others.'
  return KEYS.test(keys) ? '' : 'This key has no name that the page could wait for. Press another.'
}

/** The other shortcuts that would answer to these keys where this one does. */
export function clashesOf(id: ShortcutId, keys: string): readonly Clash[] {
  if (keys === '') return []
  const { place } = shortcutKind(id)
  return [...SHORTCUT_KINDS].flatMap(([otherId, kind]) => {
    // The map's ids are the type's.
    const other = otherId as ShortcutId
    const meets = place === kind.place || place === 'everywhere' || kind.place === 'everywhere'
    if (other === id || !meets || isFixed(kind) || keysOf(other) !== keys) return []
    return [{ id: other, label: kind.label, where: placeLabelOf(kind.place) }]
  })
}
