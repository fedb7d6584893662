/**
 * A choice that this browser keeps, such as a theme.
 * @returns null where none was made, or where the browser has no storage
 */
export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // A browser without storage has kept no choice.
  }
}

/** Keeps a choice, or with null forgets it; in a browser without storage it lasts until the page is closed. */
export function keepChoice(key: string, choice: string | null): void {
  try {
    if (choice === null) localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // The choice is in force all the same.
  }
}
