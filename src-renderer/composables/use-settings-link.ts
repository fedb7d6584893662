import { useRouter } from 'vue-router'
import { PLACES } from '../places.ts'

/** Leads to a section of the settings; null where this page has none. */
export function useSettingsLink(): ((section: string) => void) | null {
  const router = useRouter()
  if (!PLACES.some(({ name }) => name === 'settings')) return null
  return (section) => void router.push({ name: 'settings', params: { section } })
}
