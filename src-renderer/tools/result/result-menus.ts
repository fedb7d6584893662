// Loaded together with the first result, since the first screen needs neither.
export { default as HistoryMenu } from './HistoryMenu.vue'
export { default as SendToMenu } from './SendToMenu.vue'
