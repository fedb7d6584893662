/** Keys that are part of how a list or a field works and cannot be given to something else. */
export interface FixedKeys {
  /** Where they act, as the heading above them says. */
  readonly where: string
  readonly label: string
  /** Each does it, or its part of it, on its own. */
  readonly keys: readonly string[]
}

const search = { where: 'Search' } as const
const rows = { where: 'Lists and tables' } as const

/** What the search box answers to, in the words of its last line. */
export const SEARCH_KEYS: readonly FixedKeys[] = [
  { ...search, label: 'Open, run again or do', keys: ['Enter'] },
  { ...search, label: 'Choose', keys: ['ArrowUp', 'ArrowDown'] },
  { ...search, label: 'Open without running', keys: ['Shift+Enter'] },
  { ...search, label: 'Add to a batch', keys: ['Ctrl+B'] },
]

/** All of them, as the help sheet and the settings list them below what can be changed. */
export const FIXED_KEYS: readonly FixedKeys[] = [
  ...SEARCH_KEYS,
  { ...search, label: 'Fill the tool with what was pasted', keys: ['Ctrl+Enter'] },
  { ...search, label: 'Eight rows on', keys: ['PageUp', 'PageDown'] },
  { ...rows, label: 'Row by row', keys: ['ArrowUp', 'ArrowDown'] },
  { ...rows, label: 'A page on', keys: ['PageUp', 'PageDown'] },
  { ...rows, label: 'First or last row', keys: ['Home', 'End'] },
  { ...rows, label: 'Open the row', keys: ['Enter'] },
  { ...rows, label: 'Compare with the open call, in Activity', keys: ['Space'] },
  { where: 'Charts', label: 'Day by day, hour by hour', keys: ['ArrowLeft', 'ArrowRight'] },
]
