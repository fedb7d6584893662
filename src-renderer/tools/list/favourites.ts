import { defineStore } from 'pinia'
import { computed } from 'vue'
import { createKept } from '../../ui/kept/kept.ts'
import { useToasts } from '../../ui/kept/toasts.ts'

/** The tools that someone put on top of the list, in an order of their own. */
export const useFavourites = defineStore('favourites', () => {
  const kept = createKept<{ readonly slugs: readonly string[] }>('/app/favourites', { slugs: [] })
  const toasts = useToasts()
  const slugs = computed(() => kept.value.value.slugs)
  const set = computed(() => new Set(slugs.value))

  const has = (slug: string) => set.value.has(slug)

  function put(next: readonly string[]): void {
    kept.set({ slugs: next })
  }

  function toggle(slug: string, name: string): void {
    const before = slugs.value
    if (!has(slug)) return put([...before, slug])
    put(before.filter((each) => each !== slug))
    toasts.say(`Removed ${name} from favourites`, () => put(before))
  }

  /** Moves a favourite by some rows; false if it is not a favourite or cannot go further. */
  function move(slug: string, step: number): boolean {
    const from = slugs.value.indexOf(slug)
    const to = from + step
    if (from < 0 || to < 0 || to >= slugs.value.length) return false
    place(slug, to)
    return true
  }

  /** Puts a favourite at a place of the order. */
  function place(slug: string, index: number): void {
    put(slugs.value.filter((each) => each !== slug).toSpliced(index, 0, slug))
  }

  return { slugs, has, toggle, move, place, replaceAll: put, state: kept.state }
})
