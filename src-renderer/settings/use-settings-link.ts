import { useRouter } from 'vue-router'

/** Opens a section of the settings; the first for an empty name. */
export function useSettingsLink(): (section: string) => void {
  const router = useRouter()
  return (section) => void router.push({ name: 'settings', params: { section } })
}
