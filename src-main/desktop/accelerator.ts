/** Keys that Electron names differently from the page. */
const NAMES: Readonly<Record<string, string>> = {
  Ctrl: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
}
/** Electron refuses a whole menu over one unknown name. */
const KNOWN =
  /^(CmdOrCtrl|Alt|Shift|[A-Z0-9]|F([1-9]|1\d|2[0-4])|Plus|Up|Down|Left|Right|Home|End|PageUp|PageDown|Delete|Backspace|Insert|Enter|Tab|Space|[,./;'[\]\\`=?!-])$/

/**
 * A shortcut of the page (`Ctrl+Shift+L`) as a menu shows it; undefined when there is none or no menu could show
 * it. Single characters are left out: on a Mac the menu would catch them while the user types.
 */
export function toAccelerator(keys: string): string | undefined {
  if (!/^(Ctrl|Alt)\+|^(Shift\+)?F\d+$/.test(keys)) return undefined
  const parts = keys.split(/\+(?=.)/).map((part) => NAMES[part] ?? part)
  return parts.every((part) => KNOWN.test(part)) ? parts.join('+') : undefined
}
