import { ref } from 'vue'
import { keepChoice, keptChoice } from '../ui/kept/kept-choice.ts'

type Theme = 'light' | 'dark'

const STORAGE_KEY = 'toolgate.theme'
const theme = ref<Theme>('light')

/** The page's theme: the system's until the user chooses one, which is then stored. */
export function useTheme() {
  theme.value = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
  return { theme, toggle: () => choose(theme.value === 'dark' ? 'light' : 'dark'), followSystem }
}

/** Whether the user has chosen a theme, which then overrides the system's. */
export function isThemeChosen(): boolean {
  return keptChoice(STORAGE_KEY) !== null
}

/** Follows the system's theme until the user chooses one. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    if (!isThemeChosen()) apply(event.matches ? 'dark' : 'light')
  })
}

function followSystem(): void {
  apply(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  keepChoice(STORAGE_KEY, null)
}

function choose(next: Theme): void {
  apply(next)
  keepChoice(STORAGE_KEY, next)
}

function apply(next: Theme): void {
  theme.value = next
  document.documentElement.dataset['theme'] = next
}
