import { onScopeDispose, ref } from 'vue'

/** Whether a media query holds, kept up to date while the component exists. */
export function useMediaQuery(query: string) {
  const media = matchMedia(query)
  const matches = ref(media.matches)
  const update = () => (matches.value = media.matches)
  media.addEventListener('change', update)
  onScopeDispose(() => media.removeEventListener('change', update))
  return matches
}
