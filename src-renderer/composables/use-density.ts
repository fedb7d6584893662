import { ref } from 'vue'
import { keepChoice, keptChoice } from '../kept-choice.ts'

export type Density = 'normal' | 'compact'

const STORAGE_KEY = 'toolgate.density'
const density = ref<Density>('normal')

/** How closely rows stand, as it was chosen in this browser. */
export function useDensity() {
  return { density, setDensity }
}

/** Puts the kept choice into force when the page starts. */
export function restoreDensity(): void {
  apply(keptChoice(STORAGE_KEY) === 'compact' ? 'compact' : 'normal')
}

function setDensity(next: Density): void {
  apply(next)
  keepChoice(STORAGE_KEY, next)
}

function apply(next: Density): void {
  density.value = next
  document.documentElement.dataset['density'] = next
}
