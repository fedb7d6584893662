import { EventEmitter } from 'node:events'
import type { Bounds, WindowOptions } from '../../../src-main/desktop/electron-port.ts'

/** The windows that were opened, and in which order things happened. */
export const windows = {
  order: [] as string[],
  opened: [] as FakeWindow[],
  onCreated: (_contents: FakeContents): void => undefined,
}

/** An event that remembers whether it was held back. */
export class FakeEvent {
  prevented = false

  preventDefault(): void {
    this.prevented = true
  }
}

/** One page's contents: emits navigation events and opens windows through the handler that it was given. */
export class FakeContents extends EventEmitter {
  readonly sent: unknown[][] = []
  reloads = 0
  ended = 0
  private openHandler: ((details: { url: string }) => { action: 'deny' }) | null = null

  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void {
    this.openHandler = handler
  }

  send(...message: unknown[]): void {
    this.sent.push(message)
  }

  reload(): void {
    this.reloads += 1
  }

  forcefullyCrashRenderer(): void {
    this.ended += 1
    this.emit('render-process-gone', new FakeEvent(), { reason: 'crashed' })
  }

  /** @returns whether the page was held back */
  navigate(url: string, event: 'will-navigate' | 'will-redirect' = 'will-navigate'): boolean {
    const attempt = new FakeEvent()
    this.emit(event, attempt, url)
    return attempt.prevented
  }

  /** @returns what Electron was told to do, or `allow`, which is what it does when it is told nothing */
  openWindow(url: string): string {
    return this.openHandler?.({ url }).action ?? 'allow'
  }
}

/** A window that does what it is told and can be moved and closed as by a user. */
export class FakeWindow extends EventEmitter {
  readonly options: WindowOptions
  readonly webContents = new FakeContents()
  bounds: Bounds
  maximised = false
  minimized = false
  shown = false
  /** Whether the user looks at it while it is shown. */
  attended = true
  focused = 0
  closed = false
  loaded = ''

  constructor(options: WindowOptions) {
    super()
    this.options = options
    const { x = 0, y = 0, width, height } = options
    this.bounds = { x, y, width, height }
    windows.opened.push(this)
    windows.onCreated(this.webContents)
  }

  loadURL(url: string): Promise<void> {
    windows.order.push('load')
    const isFirst = this.loaded === ''
    this.loaded = url
    if (isFirst) this.emit('ready-to-show')
    return Promise.resolve()
  }

  /** Closes it as the user does. @returns whether it is closed */
  close(): boolean {
    if (this.closed) return true
    const attempt = new FakeEvent()
    this.emit('close', attempt)
    if (attempt.prevented) return false
    this.closed = true
    this.emit('closed')
    return true
  }

  /** Moves it as the user does. */
  moveTo(bounds: Bounds): void {
    this.bounds = bounds
    this.emit('move')
  }

  getNormalBounds(): Bounds {
    return this.bounds
  }

  isMaximized(): boolean {
    return this.maximised
  }

  isMinimized(): boolean {
    return this.minimized
  }

  isFocused(): boolean {
    return this.attended && this.shown && !this.minimized
  }

  maximize(): void {
    this.maximised = true
  }

  restore(): void {
    this.minimized = false
  }

  show(): void {
    this.shown = true
  }

  hide(): void {
    this.shown = false
  }

  focus(): void {
    this.focused += 1
  }
}
