/** The page's names of keys that Electron calls otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  Ctrl: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
}
/** Electron refuses a whole menu for one name that it does not know. */
const KNOWN =
  /^(CmdOrCtrl|Alt|Shift|[A-Z0-9]|F([1-9]|1\d|2[0-4])|Plus|Up|Down|Left|Right|Home|End|PageUp|PageDown|Delete|Backspace|Insert|Enter|Tab|[,./;'[\]\\`=?!-])$/

/**
 * A shortcut of the page (`Ctrl+Shift+L`) as a menu shows it; undefined for none, and where no menu could show it. A
 * single character is none for a menu: on a Mac it would be taken from whoever writes it.
 */
export function toAccelerator(keys: string): string | undefined {
  if (!/^(Ctrl|Alt)\+|^(Shift\+)?F\d+$/.test(keys)) return undefined
  const parts = keys.split(/\+(?=.)/).map((part) => NAMES[part] ?? part)
  return parts.every((part) => KNOWN.test(part)) ? parts.join('+') : undefined
}
