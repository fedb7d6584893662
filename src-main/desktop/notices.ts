import type { ElectronPort, NotificationPort } from './electron-port.ts'

/** A second notification within this time is dropped, so that no page can fill the screen with them. */
const LEAST_GAP_MS = 1_000

/** Shows notifications of the system. */
export class Notices {
  readonly #electron: ElectronPort
  readonly #show: () => void
  #lastAt = Number.NEGATIVE_INFINITY
  /** Kept, because an unreferenced notification is garbage-collected together with its click handler. */
  #last: NotificationPort | null = null

  /** @param show brings the window forward, which is what clicking a notification does */
  constructor(electron: ElectronPort, show: () => void) {
    this.#electron = electron
    this.#show = show
  }

  /** Shows a notification, if the system supports it and the last one was not too recent. */
  tell(text: string, onClick: () => void = this.#show): void {
    const { Notification } = this.#electron
    const now = performance.now()
    if (now - this.#lastAt < LEAST_GAP_MS || !Notification.isSupported()) return
    this.#lastAt = now
    const notice = new Notification({ title: 'Toolgate', body: text })
    notice.on('click', onClick)
    notice.show()
    this.#last = notice
  }
}
