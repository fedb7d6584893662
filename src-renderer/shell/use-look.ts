import { ref, type Ref } from 'vue'
import { keepChoice, keptChoice } from '../ui/kept/kept-choice.ts'

/** Something about the look that is chosen in this browser; the styles read it as an attribute of the page. */
interface LookChoice<T extends string> {
  readonly value: Readonly<Ref<T>>
  readonly set: (next: T) => void
  /** Puts what was kept into force. */
  readonly restore: () => void
}

/** How closely the rows of tables stand. */
export const density = createChoice('density', ['normal', 'compact'])
/** How large the page writes. The system's own size and the browser's zoom count as well. */
export const textSize = createChoice('text', ['normal', 'large', 'largest'])
/** Whether anything moves: as the system asks, or not at all. */
export const motion = createChoice('motion', ['system', 'none'])

/** Puts the kept choices into force when the page starts. */
export function restoreLook(): void {
  for (const { restore } of [density, textSize, motion]) restore()
}

// The first value is the one that counts until another is chosen.
function createChoice<T extends string>(name: string, values: readonly [T, ...T[]]): LookChoice<T> {
  const key = `toolgate.${name}`
  const value = ref(values[0]) as Ref<T> // What ref makes of a text's type is that type.

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
