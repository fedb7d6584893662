import { ref, type Ref } from 'vue'
import { keepChoice, keptChoice } from '../ui/kept/kept-choice.ts'

/** An appearance setting of this browser; the styles read it as an attribute of the page. */
interface LookChoice<T extends string> {
  readonly value: Readonly<Ref<T>>
  readonly set: (next: T) => void
  /** Applies the stored choice. */
  readonly restore: () => void
}

/** The spacing of table rows. */
export const density = createChoice('density', ['normal', 'compact'])
/** The text size, on top of the system's size and the browser's zoom. */
export const textSize = createChoice('text', ['normal', 'large', 'largest'])
/** Animations: as the system asks, or none. */
export const motion = createChoice('motion', ['system', 'none'])

/** Applies the stored choices when the page starts. */
export function restoreLook(): void {
  for (const { restore } of [density, textSize, motion]) restore()
}

// The first value is the default.
function createChoice<T extends string>(name: string, values: readonly [T, ...T[]]): LookChoice<T> {
  const key = `toolgate.${name}`
  const value = ref(values[0]) as Ref<T> // ref() does not change the type of a string.

  function apply(next: T): void {
    value.value = next
    document.documentElement.dataset[name] = next
  }

  function restore(): void {
    const kept = keptChoice(key)
    apply(values.find((known) => known === kept) ?? values[0])
  }

  function set(next: T): void {
    apply(next)
    keepChoice(key, next)
  }

  return { value, set, restore }
}
