/** Calls back whenever the page gets or loses what the event names; without a window, as in tests, never. */
export function onPage(event: 'focus' | 'pagehide', listener: () => void): void {
  if ('document' in globalThis) window.addEventListener(event, listener)
}
