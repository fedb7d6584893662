import { computed, ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import { useGateway } from '../gateway/gateway.ts'
import { useSession } from '../gateway/session.ts'
import { useWelcome } from './welcome.ts'

/** After this the page shows its place, whether the gateway has said by then that this is a first visit or not. */
const LONGEST_WAIT_MS = 600

/** Leads a first visit to the welcome; `settled` says that the page may show its place. */
export function useFirstVisit() {
  const session = useSession()
  const gateway = useGateway()
  const welcome = useWelcome()
  const router = useRouter()
  // Whoever follows a link to a place wants that place.
  const linked = /^#\/./.test(location.hash)
  const late = ref(linked)
  setTimeout(() => (late.value = true), LONGEST_WAIT_MS)
  // Nor is whoever has begun to work in a place taken away from it.
  let begun = linked
  for (const sign of ['pointerdown', 'keydown'])
    addEventListener(sign, () => (begun = true), { once: true, capture: true })

  // The welcome takes a first visitor over before any other place begins to show itself.
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
