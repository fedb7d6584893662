// Cards that only appear after an answer of the gateway, loaded in advance. Cards for an
// unreachable gateway must not be among them, since they could not be loaded then.
export { default as CreditsCard } from './CreditsCard.vue'
export { default as NeedsKeyCard } from './NeedsKeyCard.vue'
export { default as PictureView } from './PictureView.vue'
export { default as PreviewCard } from './PreviewCard.vue'
export { default as RateLimitCard } from './RateLimitCard.vue'
export { default as StreamView } from './StreamView.vue'
