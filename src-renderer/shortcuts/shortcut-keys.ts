import { shallowReactive } from 'vue'
import {
  placeLabelOf,
  SHORTCUT_KINDS,
  shortcutKind,
  type ShortcutId,
  type ShortcutKind,
} from './shortcut-list.ts'

const KEYS = /^(Ctrl\+)?(Alt\+)?(Shift\+)?(\+|[^\s+]{1,20})$/
const MOVING = /^(Shift\+)?(Tab|Enter|Escape|Arrow\w+|Home|End|PageUp|PageDown|Backspace|Space)$/
const EDITING = /^Ctrl\+[ACVX]$/
const BROWSERS = /^Ctrl\+(Shift\+)?([NTWRQ]|Tab|PageUp|PageDown)$|^(F5|F11|F12|Alt\+F4)$/

/** Keys that replace a shortcut's default; an empty text removes them. */
const chosen = shallowReactive(new Map<string, string>())

/** Another shortcut with the same keys in the same place. */
export interface Clash {
  readonly id: ShortcutId
  readonly label: string
  /** Where the other one works, such as `Tools`. */
  readonly where: string
}

/** The current keys of a shortcut; reactive. */
export function keysOf(id: ShortcutId): string {
  return chosen.get(id) ?? shortcutKind(id).keys
}

/** Applies chosen keys. Unknown shortcuts and invalid keys, as from a newer page, are ignored. */
export function putChosenKeys(keys: Readonly<Record<string, string>>): void {
  chosen.clear()
  for (const [id, text] of Object.entries(keys)) {
    if (isChoosable(id, text)) chosen.set(id, text)
  }
}

/** Whether the shortcut with this ID can have these keys, or none. */
export function isChoosable(id: string, text: string): boolean {
  const kind = SHORTCUT_KINDS.get(id)
  if (!kind || isFixed(kind)) return false
  return text === '' || (KEYS.test(text) && refusalOf(text) === '')
}

/**
 * Whether the keys of a shortcut cannot be changed: Esc always closes or stops the innermost thing.
 */
export function isFixed({ keys }: ShortcutKind): boolean {
  return keys === 'Escape'
}

/** Why these keys cannot be a shortcut, as a sentence; empty if they can. */
export function refusalOf(keys: string): string {
  if (MOVING.test(keys)) return 'This key moves the focus or closes dialogs. Combine it with Ctrl or Alt.'
  if (EDITING.test(keys)) return 'These keys copy, paste or select text. Choose others.'
  if (BROWSERS.test(keys)) return 'The browser reserves these keys. Choose others.'
  return KEYS.test(keys) ? '' : 'The page cannot recognise this key. Choose another.'
}

/** The other shortcuts that use these keys in the same place. */
export function clashesOf(id: ShortcutId, keys: string): readonly Clash[] {
  if (keys === '') return []
  const { place } = shortcutKind(id)
  return [...SHORTCUT_KINDS].flatMap(([otherId, kind]) => {
    // The keys of the map are exactly the values of this type.
    const other = otherId as ShortcutId
    const meets = place === kind.place || place === 'everywhere' || kind.place === 'everywhere'
    if (other === id || !meets || isFixed(kind) || keysOf(other) !== keys) return []
    return [{ id: other, label: kind.label, where: placeLabelOf(kind.place) }]
  })
}
