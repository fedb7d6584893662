import { ref } from 'vue'
import { keepChoice, keptChoice } from '../ui/kept/kept-choice.ts'

type Theme = 'light' | 'dark'

const STORAGE_KEY = 'toolgate.theme'
const theme = ref<Theme>('light')

/** The page's theme: the system's until someone chooses one, which is then kept. */
export function useTheme() {
  theme.value = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
  return { theme, toggle: () => choose(theme.value === 'dark' ? 'light' : 'dark'), followSystem }
}

/** Whether someone has chosen a theme, which the system's then does not replace. */
export function isThemeChosen(): boolean {
  return keptChoice(STORAGE_KEY) !== null
}

/** Follows the system's theme while none has been chosen. */
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
