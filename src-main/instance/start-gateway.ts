import { createInstance, type Instance } from './create-instance.ts'
import type { InstanceOptions } from './instance-options.ts'
import { restoreWords } from '../evidence/settle-history.ts'
import { listen } from '../gateway/door/listen.ts'
import { SOCKETS } from '../gateway/door/socket-places.ts'
import { removeRuntimeFile, writeRuntimeFile } from '../data-folder/runtime-file.ts'
import { watchBalance } from './watch-balance.ts'
import { watchShortcuts } from './watch-shortcuts.ts'

/** How long running calls may take to end when the gateway stops. */
const CLOSE_GRACE_MS = 5_000

export interface GatewayOptions extends InstanceOptions {
  /** 0 picks a free port. */
  readonly port: number
  readonly hostname: string
  /** Whether it loads in idle moments what first requests would wait for; tests start many and use few of them. */
  readonly warmsUp?: boolean
}

/** A gateway that answers. */
export interface RunningGateway {
  /** Without a trailing slash. */
  readonly url: string
  readonly demoKey: string
  /** The owner key itself, when this start made the instance; null otherwise. */
  readonly newOwnerKey: string | null
  /** A sentence about the epoch that this start began, because the database was put back or changed. */
  readonly restored: string | null
  /** The page's address with a fresh one-time code; opening it signs a browser in as the owner. */
  pageUrl(): string
  /** The same, and a private file that takes a browser there; null for an instance that keeps nothing on disk. */
  pageFile(): { readonly url: string; readonly file: string | null }
  /** The cookie of a fresh owner session. */
  ownerSession(): { readonly name: string; readonly value: string }
  /** For how long nobody has been connected, in milliseconds. */
  idleMs(): number
  /** Calls back with the owner's balance in credits, now and after each change, until the gateway closes. */
  watchBalance(listener: (credits: number) => void): void
  /** Calls back with the keys that the owner chose for the page's shortcuts, now and after each change. */
  watchShortcuts(listener: (keys: Readonly<Record<string, string>>) => void): void
  /** Ends running calls within five seconds, saves everything and releases the data folder. */
  close(): Promise<void>
}

/**
 * Starts a gateway: the same for the desktop window, the headless command and the tests.
 * @throws StartupError with a message for the person who started it
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const instance = await createInstance(options)
  const sockets = instance.services.shares.open(SOCKETS)
  const listener = await listen(instance.app, options.hostname, options.port, sockets).catch(
    async (error: unknown) => {
      await instance.close()
      throw error
    },
  )
  instance.boundTo(listener.port)
  const url = `http://${hostOf(options.hostname)}:${listener.port}`
  // The address itself: a name may resolve to another address, where another program listens on the same port.
  const dialled = `http://${hostOf(listener.address)}:${listener.port}`
  try {
    writeRuntimeFile(options.dataDir, { url: dialled, pid: process.pid, secret: instance.runtimeSecret })
  } catch (error) {
    // Nobody else could close it, and a second start would find the port and the folder taken.
    await listener.close(0)
    await instance.close()
    throw error
  }
  const endWarmUp = options.warmsUp ? instance.warmUp() : undefined
  let closing: Promise<void> | undefined
  const watches: (() => void)[] = []
  return {
    url,
    demoKey: instance.demoKey,
    newOwnerKey: instance.newOwnerKey,
    restored: instance.restored && restoreWords(instance.restored),
    pageUrl: () => `${url}/#t=${instance.sessions.issueCode()}`,
    pageFile: () => instance.pageFile(),
    ownerSession: () => {
      recordOwnerSession(instance.services)
      return { name: instance.cookieName(), value: instance.sessions.open() }
    },
    idleMs: () => listener.idleMs(),
    watchBalance: (listener) => void watches.push(watchBalance(instance.services, listener)),
    watchShortcuts: (listener) =>
      void watches.push(watchShortcuts({ ...instance.services, pageStore: instance.pageStore }, listener)),
    close: () => {
      endWarmUp?.()
      closing ??= (async () => {
        await Promise.all([listener.close(CLOSE_GRACE_MS), instance.drain(CLOSE_GRACE_MS)])
        for (const end of watches) end()
        try {
          removeRuntimeFile(options.dataDir)
        } finally {
          await instance.close()
        }
      })()
      return closing
    },
  }
}

function hostOf(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname
}

// The window opens without waiting for the disk; a failed write is reported.
function recordOwnerSession({ audit, keys, reportBug }: Instance['services']): void {
  const from = { address: null, requestId: null, detail: { by: 'desktop' } }
  audit
    .record({ action: 'session.opened', actor: keys.owner(), ...from })
    .catch((error: unknown) => reportBug(error, 'start'))
}
