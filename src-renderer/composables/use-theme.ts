import { ref } from 'vue'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'toolgate.theme'
const theme = ref<Theme>('light')

/** The page's theme: the system's until someone chooses one, which is then kept. */
export function useTheme() {
  theme.value = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
  return { theme, toggle: () => choose(theme.value === 'dark' ? 'light' : 'dark'), followSystem }
}

/** Whether someone has chosen a theme, which the system's then does not replace. */
export function isThemeChosen(): boolean {
  return storedTheme() !== null
}

/** Follows the system's theme while none has been chosen. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    if (storedTheme() === null) apply(event.matches ? 'dark' : 'light')
  })
}

function followSystem(): void {
  apply(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // A browser without storage has kept no choice.
  }
}

function choose(next: Theme): void {
  apply(next)
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // A browser without storage keeps the choice until the page is closed.
  }
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null // A browser without storage: nothing has been chosen.
  }
}

function apply(next: Theme): void {
  theme.value = next
  document.documentElement.dataset['theme'] = next
}
