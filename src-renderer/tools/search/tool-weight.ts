import { computed } from 'vue'
import type { Weigh } from './tool-search.ts'
import { useFavourites } from '../list/favourites.ts'
import { useRecents } from '../list/recents.ts'

const FAVOURITE = 2

/**
 * The weight of tools in search and suggestions: double for favourites, more for tools used often.
 */
export function useToolWeight() {
  const favourites = useFavourites()
  const recents = useRecents()
  return computed<Weigh>(() => {
    const now = Date.now()
    return ({ slug }) =>
      (favourites.has(slug) ? FAVOURITE : 1) * (1 + Math.log2(1 + recents.frecencyOf(slug, now)) / 2)
  })
}
