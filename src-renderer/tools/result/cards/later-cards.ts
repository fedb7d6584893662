// What only an answer of the gateway can show, and is fetched ahead of the first. What is shown when the gateway
// does not answer must not be among it.
export { default as CreditsCard } from './CreditsCard.vue'
export { default as NeedsKeyCard } from './NeedsKeyCard.vue'
export { default as PreviewCard } from './PreviewCard.vue'
export { default as RateLimitCard } from './RateLimitCard.vue'
export { default as StreamView } from './StreamView.vue'
