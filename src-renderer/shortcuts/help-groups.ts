import type { Shortcut } from './use-shortcuts.ts'
import { FIXED_KEYS } from './fixed-keys.ts'
import { placeLabelOf } from './shortcut-list.ts'

interface HelpRow {
  readonly label: string
  readonly keys: string
  /** Another key, for the opposite direction. */
  readonly other?: string
}

export interface HelpGroup {
  readonly title: string
  readonly rows: readonly HelpRow[]
}

/** The rows of the help sheet: all registered shortcuts with keys, by place and part. */
export function helpGroups(registered: readonly Shortcut[]): readonly HelpGroup[] {
  const groups = Map.groupBy(
    registered.filter(({ keys }) => keys !== ''),
    titleOf,
  )
  return [...groups].map(([title, shortcuts]) => ({ title, rows: fold(shortcuts) }))
}

function titleOf({ place, group }: Shortcut): string {
  if (place === 'everywhere') return group ?? placeLabelOf(place)
  return group ? `${placeLabelOf(place)}: ${group}` : placeLabelOf(place)
}

/** The keys that cannot be changed, by where they work. */
export function fixedGroups(): readonly HelpGroup[] {
  const groups = Map.groupBy(FIXED_KEYS, ({ where }) => where)
  return [...groups].map(([title, fixed]) => ({
    title,
    rows: fixed.map(({ label, keys: [first = '', other] }) => ({
      label,
      keys: first,
      ...(other === undefined ? {} : { other }),
    })),
  }))
}

/** Merges rows that differ only in a number, such as Alt+1 to Alt+9. */
function fold(shortcuts: readonly Shortcut[]): readonly HelpRow[] {
  const rows = new Map<string, HelpRow>()
  for (const { label, keys } of shortcuts) {
    const digit = / (\d)$/.exec(label)?.[1]
    if (digit === undefined || !keys.endsWith(digit)) {
      rows.set(label, { label, keys })
      continue
    }
    const [name, stem] = [label.slice(0, -2), keys.slice(0, -1)]
    const first = rows.get(stem)
    rows.set(
      stem,
      first ? { label: name, keys: `${first.keys.replace(/ …\d$/, '')} …${digit}` } : { label: name, keys },
    )
  }
  return [...rows.values()]
}
