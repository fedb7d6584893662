import { type Component, defineAsyncComponent } from 'vue'
import MissingCard from './MissingCard.vue'
import RunningCard from './RunningCard.vue'

type LaterCards = typeof import('./later-cards.ts')

/** Fetches the cards that the first screen has no use for. */
export function preloadLaterCards(): void {
  // A file that did not arrive is asked for again when a card is to be shown.
  import('./later-cards.ts').catch(() => undefined)
}

/** One of those cards; until they are here the call is shown as waiting. */
export function laterCard<Card extends Component>(cardOf: (cards: LaterCards) => Card): Card {
  return defineAsyncComponent({
    loader: async () => cardOf(await import('./later-cards.ts')),
    loadingComponent: RunningCard,
    errorComponent: MissingCard,
    delay: 0,
  })
}
