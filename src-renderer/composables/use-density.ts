import { ref } from 'vue'

export type Density = 'normal' | 'compact'

const STORAGE_KEY = 'toolgate.density'
const density = ref<Density>('normal')

/** How closely rows stand, as it was chosen in this browser. */
export function useDensity() {
  return { density, setDensity }
}

/** Puts the kept choice into force when the page starts. */
export function restoreDensity(): void {
  try {
    apply(localStorage.getItem(STORAGE_KEY) === 'compact' ? 'compact' : 'normal')
  } catch {
    // A browser without storage keeps no choice.
  }
}

function setDensity(next: Density): void {
  apply(next)
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // It then lasts until the page is closed.
  }
}

function apply(next: Density): void {
  density.value = next
  document.documentElement.dataset['density'] = next
}
