/** How long after a key or a click a change of the input is still that of the hand; editors write a moment later. */
const HAND_MS = 100

let timer: ReturnType<typeof setTimeout> | undefined

/** Notes that what changes the input next comes from the hand: a key, a click, or a file that was chosen. */
export function noteHand(): void {
  clearTimeout(timer)
  timer = setTimeout(() => (timer = undefined), HAND_MS)
}

/** Whether a change of the input now is one by hand. */
export function isByHand(): boolean {
  return timer !== undefined
}
