import { type Component, defineAsyncComponent } from 'vue'
import MissingPart from '../states/MissingPart.vue'
import { preloadLater } from './when-idle.ts'

/**
 * A part that the first screen does not need. It is fetched while the page is idle, or when it is first opened; what
 * cannot be fetched says so in its place.
 */
export function laterPart<Part extends Component>(load: () => Promise<Part | { default: Part }>): Part {
  preloadLater(load)
  return defineAsyncComponent({ loader: load, errorComponent: MissingPart })
}
