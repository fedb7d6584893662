import type { ElectronPort, NotificationPort } from './electron-port.ts'

/** A second notification within this time is left out, so that no page can fill the screen with them. */
const LEAST_GAP_MS = 1_000

/** Shows notifications of the system. */
export class Notices {
  readonly #electron: ElectronPort
  readonly #show: () => void
  #lastAt = Number.NEGATIVE_INFINITY
  /** Held on to, for a notification that nothing holds is forgotten together with its click. */
  #last: NotificationPort | null = null

  /** @param show brings the window forward, which is what clicking a notification does */
  constructor(electron: ElectronPort, show: () => void) {
    this.#electron = electron
    this.#show = show
  }

  /** Shows one, where the system can and the last was not just now. */
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
