/** Listens for a window event; does nothing without a window, as in tests. */
export function onPage(event: 'focus' | 'pagehide', listener: () => void): void {
  if ('document' in globalThis) window.addEventListener(event, listener)
}
