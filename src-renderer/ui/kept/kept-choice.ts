/**
 * A choice stored in this browser, such as a theme.
 * @returns null if there is none, or if the browser has no storage
 */
export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // A browser without storage has no stored choices.
  }
}

/** Stores a choice, or deletes it if null; without storage it lasts until the page is closed. */
export function keepChoice(key: string, choice: string | null): void {
  try {
    if (choice === null) localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // The choice still applies to this page.
  }
}
