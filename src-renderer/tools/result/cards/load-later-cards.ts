import { type Component, defineAsyncComponent } from 'vue'
import MissingCard from './MissingCard.vue'
import RunningCard from './RunningCard.vue'

type LaterCards = typeof import('./later-cards.ts')

/** Loads the cards that the first screen does not need. */
export function preloadLaterCards(): void {
  // A failed download is tried again when a card is needed.
  import('./later-cards.ts').catch(() => undefined)
}

/** One of those cards; until they have loaded, the call is shown as waiting. */
export function laterCard<Card extends Component>(cardOf: (cards: LaterCards) => Card): Card {
  return defineAsyncComponent({
    loader: async () => cardOf(await import('./later-cards.ts')),
    loadingComponent: RunningCard,
    errorComponent: MissingCard,
    delay: 0,
  })
}
