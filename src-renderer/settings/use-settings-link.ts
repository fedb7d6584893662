import { useRouter } from 'vue-router'

/** Returns a function that opens a section of the settings, or the first for an empty name. */
export function useSettingsLink(): (section: string) => void {
  const router = useRouter()
  return (section) => void router.push({ name: 'settings', params: { section } })
}
