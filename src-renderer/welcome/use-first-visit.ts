import { computed, ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import { useGateway } from '../gateway/gateway.ts'
import { useSession } from '../gateway/session.ts'
import { useWelcome } from './welcome.ts'

/**
 * After this time the page shows its place, even if it is not yet known whether this is a first
 * visit.
 */
const LONGEST_WAIT_MS = 600

/** Opens the welcome on a first visit; `settled` tells when the page may show its place. */
export function useFirstVisit() {
  const session = useSession()
  const gateway = useGateway()
  const welcome = useWelcome()
  const router = useRouter()
  // A link to a place opens that place.
  const linked = /^#\/./.test(location.hash)
  const late = ref(linked)
  setTimeout(() => (late.value = true), LONGEST_WAIT_MS)
  // Someone who has already started to use a place stays there.
  let begun = linked
  for (const sign of ['pointerdown', 'keydown'])
    addEventListener(sign, () => (begun = true), { once: true, capture: true })

  // On a first visit, no other place shows before the welcome.
  const greeted = ref(false)
  const known = computed(() => welcome.state !== 'empty' && (greeted.value || !welcome.due))
  const settled = computed(
    () => late.value || session.state === 'signed_out' || gateway.gone || known.value,
  )
  watch(
    () => welcome.due,
    async (due) => {
      if (!due || begun) return
      await router.replace({ name: 'welcome' })
      greeted.value = true
    },
  )
  return { settled }
}
