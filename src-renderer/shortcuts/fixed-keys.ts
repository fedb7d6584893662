/** Keys that belong to a list or a field and cannot be changed. */
export interface FixedKeys {
  /** Where they work; the heading above them. */
  readonly where: string
  readonly label: string
  /** The keys for this, such as one for each direction. */
  readonly keys: readonly string[]
}

const search = { where: 'Search' } as const
const rows = { where: 'Lists and tables' } as const

/** The keys of the search box, as listed below its results. */
export const SEARCH_KEYS: readonly FixedKeys[] = [
  { ...search, label: 'Open or fill', keys: ['Enter'] },
  { ...search, label: 'Choose', keys: ['ArrowUp', 'ArrowDown'] },
  { ...search, label: 'Open without running', keys: ['Shift+Enter'] },
  { ...search, label: 'Add to a batch', keys: ['Ctrl+B'] },
]

/** All fixed keys, as the help sheet and the settings list them. */
export const FIXED_KEYS: readonly FixedKeys[] = [
  ...SEARCH_KEYS,
  { ...search, label: 'Fill the tool with the pasted text, and run it', keys: ['Ctrl+Enter'] },
  { ...search, label: 'Take a pasted text for something else', keys: ['Alt+K'] },
  { ...search, label: 'Choose a row for a pasted text', keys: ['Alt+1', 'Alt+9'] },
  { ...search, label: 'Up or down eight rows', keys: ['PageUp', 'PageDown'] },
  { ...rows, label: 'Up or down one row', keys: ['ArrowUp', 'ArrowDown'] },
  { ...rows, label: 'Up or down one page', keys: ['PageUp', 'PageDown'] },
  { ...rows, label: 'First or last row', keys: ['Home', 'End'] },
  { ...rows, label: 'Open the row', keys: ['Enter'] },
  { ...rows, label: 'Compare with the open call, in Activity', keys: ['Space'] },
  { where: 'Charts', label: 'Previous or next day or hour', keys: ['ArrowLeft', 'ArrowRight'] },
]
