import type { Shortcut } from '../../composables/use-shortcuts.ts'
import { PLACES } from '../../places.ts'

export interface HelpRow {
  readonly label: string
  readonly keys: string
}

export interface HelpGroup {
  readonly title: string
  readonly rows: readonly HelpRow[]
}

/** The help sheet: everything with a key that is registered now, by place and part. */
export function helpGroups(registered: readonly Shortcut[]): readonly HelpGroup[] {
  const groups = Map.groupBy(
    registered.filter(({ keys }) => keys !== ''),
    titleOf,
  )
  return [...groups].map(([title, shortcuts]) => ({ title, rows: fold(shortcuts) }))
}

function titleOf({ place, group }: Shortcut): string {
  const name = PLACES.find((each) => each.name === place)?.label
  if (name === undefined) return group ?? 'Everywhere'
  return group ? `${name}: ${group}` : name
}

/** Rows that differ in a number alone, such as Alt+1 to Alt+9, are one. */
function fold(shortcuts: readonly Shortcut[]): readonly HelpRow[] {
  const rows = new Map<string, HelpRow>()
  for (const { label, keys } of shortcuts) {
    const stem = label.replace(/ \d$/, '')
    const first = stem === label ? undefined : rows.get(stem)
    rows.set(
      stem,
      first
        ? { label: stem, keys: `${first.keys.replace(/ …\d$/, '')} …${keys.at(-1)}` }
        : { label: stem, keys },
    )
  }
  return [...rows.values()]
}
