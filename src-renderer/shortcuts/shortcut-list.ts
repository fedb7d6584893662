import { MENU_PLACES } from '../../src-shared/desktop-bridge.ts'
import { PLACES } from '../places.ts'

/** The description of a shortcut, whether or not its part of the page is on screen. */
export interface ShortcutKind {
  /** The name of the place it belongs to, or `everywhere`. */
  readonly place: string
  /** The part of the place, used as a heading in the help sheet: `List`, `Call`, `Result`. */
  readonly group?: string
  /** The label in the palette and the help sheet: `Run`, `Copy the output`. */
  readonly label: string
  /**
   * Such as `Ctrl+Enter`, `/` or `Escape`; Ctrl is ⌘ on a Mac. Empty for an action without a
   * default key.
   */
  readonly keys: string
  /** It also works while a dialog is open. */
  readonly overDialogs?: boolean
  /** Left out of the palette, since it only makes sense on the keyboard. */
  readonly keyOnly?: boolean
}

const FAVOURITES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

const everywhere = { place: 'everywhere' } as const
const list = { place: 'tools', group: 'List' } as const
const call = { place: 'tools', group: 'Call' } as const
const result = { place: 'tools', group: 'Result' } as const
const batch = { place: 'batch' } as const
const record = { place: 'activity', group: 'Call' } as const

const KINDS = {
  palette: {
    ...everywhere,
    keys: 'Ctrl+K',
    label: 'Search tools and actions',
    overDialogs: true,
    keyOnly: true,
  },
  help: { ...everywhere, keys: '?', label: 'Keyboard shortcuts' },
  manual: { ...everywhere, keys: 'F1', label: 'Open the manual' },
  settings: { ...everywhere, keys: 'Ctrl+,', label: 'Open settings' },
  theme: { ...everywhere, keys: 'Ctrl+Shift+L', label: 'Switch theme', overDialogs: true },
  'system-theme': { ...everywhere, keys: '', label: 'Use system theme' },
  quick: { ...everywhere, keys: '', label: 'Quick panel for what you copied' },
  welcome: { ...everywhere, keys: '', label: 'Welcome: first steps' },
  'forget-recents': { ...everywhere, keys: '', label: 'Clear recent calls' },
  'copy-address': { ...everywhere, keys: 'Ctrl+Shift+U', label: 'Copy gateway address' },
  undo: { ...everywhere, keys: 'Ctrl+Z', label: 'Undo the last removal', keyOnly: true },
  'next-pane': { ...everywhere, keys: 'F6', label: 'Next pane', keyOnly: true },
  'previous-pane': { ...everywhere, keys: 'Shift+F6', label: 'Previous pane', keyOnly: true },

  'tools.filter': { ...list, keys: '/', label: 'Filter the tools' },
  'tools.star': { ...list, keys: 'S', label: 'Add or remove favourite' },
  'tools.batch': { ...list, keys: 'B', label: 'Add the call to a batch' },
  'tools.star-up': { ...list, keys: 'Alt+ArrowUp', label: 'Move the favourite up' },
  'tools.star-down': { ...list, keys: 'Alt+ArrowDown', label: 'Move the favourite down' },
  'tools.list': { ...list, keys: 'Ctrl+B', label: 'Show the tools' },

  'call.run': { ...call, keys: 'Ctrl+Enter', label: 'Run' },
  'call.dry-run': { ...call, keys: 'Ctrl+Shift+Enter', label: 'Dry run' },
  'call.view': { ...call, keys: 'Ctrl+E', label: 'Form or JSON' },
  'call.code': { ...call, keys: 'Ctrl+Shift+C', label: 'Copy the call as code' },
  'call.code-with-key': {
    ...call,
    keys: 'Ctrl+Alt+Shift+C',
    label: 'Copy as code, with a key',
  },
  'call.stream': { ...call, keys: 'Ctrl+Alt+S', label: 'Stream on or off' },
  'call.agent': { ...call, keys: 'Ctrl+Alt+A', label: 'Agent mode on or off' },
  'call.trace': { ...call, keys: '', label: 'Trace on or off' },
  'call.example': { ...call, keys: '', label: 'Reset to the example' },
  'call.stop': { ...call, keys: 'Escape', label: 'Stop', keyOnly: true },

  'result.compare': { ...result, keys: 'D', label: 'Compare with an earlier result' },
  'result.closeComparison': { ...result, keys: 'Escape', label: 'Close the comparison', keyOnly: true },
  'result.copy': { ...result, keys: 'Ctrl+.', label: 'Copy the output' },
  'result.save': { ...result, keys: 'Ctrl+S', label: 'Save the output' },
  'result.send': { ...result, keys: 'E', label: 'Send the output to…' },
  'result.history': { ...result, keys: 'H', label: 'Earlier results' },
  'result.again': { ...result, keys: 'R', label: 'Run again' },
  'result.verify': { ...result, keys: 'V', label: 'Verify the result' },
  'result.older': { ...result, keys: '[', label: 'Older result' },
  'result.newer': { ...result, keys: ']', label: 'Newer result' },

  'batch.run': { ...batch, keys: 'Ctrl+Enter', label: 'Run the batch' },
  'batch.stop': { ...batch, keys: 'Escape', label: 'Stop the batch' },
  'batch.attention': { ...batch, keys: 'F', label: 'Next row that needs attention' },
  'batch.retry': { ...batch, keys: 'Shift+R', label: 'Retry the failed rows' },
  'batch.up': { ...batch, keys: 'Alt+ArrowUp', label: 'Move the row up', keyOnly: true },
  'batch.down': { ...batch, keys: 'Alt+ArrowDown', label: 'Move the row down', keyOnly: true },
  'batch.double': { ...batch, keys: 'Ctrl+D', label: 'Duplicate the row', keyOnly: true },
  'batch.remove': { ...batch, keys: 'Delete', label: 'Remove the row', keyOnly: true },

  'activity.search': { place: 'activity', group: 'List', keys: '/', label: 'Search calls' },
  'activity.again': { ...record, keys: 'R', label: 'Run this call again' },
  'activity.code': { ...record, keys: 'Ctrl+Shift+C', label: 'Copy this call as code' },
  'activity.code-with-key': {
    ...record,
    keys: 'Ctrl+Alt+Shift+C',
    label: 'Copy as code, with a key',
  },
  'activity.edit': { ...record, keys: 'E', label: 'Edit this call as a new one' },
  'activity.batch': { ...record, keys: 'B', label: 'Add this call to a batch' },
  'activity.compare': { ...record, keys: 'D', label: 'Compare this call with the baseline' },
  'activity.pin': { ...record, keys: 'P', label: 'Pin this call as the baseline' },
  'activity.remove': { ...record, keys: 'Delete', label: 'Delete this call' },
  'activity.close': { ...record, keys: 'Escape', label: 'Close the call', keyOnly: true },

  'agents.follow': { place: 'activity', group: 'Agents', keys: 'F', label: 'Follow the session' },
  'agents.mend': { place: 'activity', group: 'Agents', keys: 'M', label: 'Mend the refusal' },

  'memory.search': { place: 'memory', keys: '/', label: 'Search memory' },
  'verify.check': { place: 'verify', keys: 'Ctrl+Enter', label: 'Check the results of this page' },
  'balance.buy': { place: 'balance', keys: '', label: 'Add credits' },
  'balance.key': { place: 'balance', keys: '', label: 'New team key' },
  'balance.ledger': { place: 'balance', keys: '', label: 'Check ledger' },
} as const satisfies Readonly<Record<string, ShortcutKind>>

export type ShortcutId =
  | keyof typeof KINDS
  | `place.${(typeof MENU_PLACES)[number]}`
  | `favourite.${(typeof FAVOURITES)[number]}`

/** The shortcuts that open favourites, with the number of the favourite, counted from 1. */
export const FAVOURITE_SHORTCUTS = FAVOURITES.map((at) => [`favourite.${at}`, at] as const)

/** The shortcuts that open the places. */
export const PLACE_SHORTCUTS = MENU_PLACES.map((name) => [`place.${name}`, name] as const)

/**
 * Every shortcut of the page, with its default keys. Handlers, tooltips, palette, help sheet and
 * settings all use this list.
 */
export const SHORTCUT_KINDS: ReadonlyMap<string, ShortcutKind> = new Map<string, ShortcutKind>([
  ...Object.entries(KINDS),
  ...PLACES.map(({ name, label }, index): [string, ShortcutKind] => [
    `place.${name}`,
    { ...everywhere, group: 'Places', keys: `Ctrl+${index + 1}`, label },
  ]),
  ...FAVOURITES.map((at): [string, ShortcutKind] => [
    `favourite.${at}`,
    { ...everywhere, keys: `Alt+${at}`, label: `Open favourite ${at}`, keyOnly: true },
  ]),
])

/** The description of a shortcut. */
export function shortcutKind(id: ShortcutId): ShortcutKind {
  // The map is built from the same three lists as the type, so it has every ID.
  return SHORTCUT_KINDS.get(id)!
}

/** The label of a place in headings of shortcuts. */
export function placeLabelOf(place: string): string {
  return PLACES.find(({ name }) => name === place)?.label ?? 'Everywhere'
}
