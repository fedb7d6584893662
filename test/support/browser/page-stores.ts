import { createPinia, setActivePinia } from 'pinia'
import { onTestFinished, vi } from 'vitest'
import { useBalance } from '../../../src-renderer/balance/balance.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { useSession } from '../../../src-renderer/gateway/session.ts'
import type { InstanceOptions } from '../../../src-main/instance/instance-options.ts'
import { pageVisitor } from './page-visitor.ts'
import { TestGateway } from '../gateway/test-gateway.ts'

/** What the network does with a request before the gateway sees it; null lets it through. */
export type Interference = (path: string, init: RequestInit) => Response | Promise<Response> | null

/** The page's stores, signed in, over a real gateway in this process. */
export async function openPageStores(options: Partial<InstanceOptions> = {}) {
  const gateway = await TestGateway.create(options)
  const visitor = pageVisitor(gateway)
  const sent: { readonly path: string; readonly init: RequestInit }[] = []
  const net: { meddle: Interference; after: (path: string) => void } = {
    meddle: () => null,
    after: () => undefined,
  }
  // Stores need no document, and a browser's fetch would drop the session's cookie: their tests run in Node.
  vi.stubGlobal('location', new URL('http://127.0.0.1:4777/'))
  // A run that takes longer, as on a busy machine, asks whether the page is in the desktop.
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    sent.push({ path, init })
    const meddled = net.meddle(path, init)
    if (meddled) return await meddled
    const response = await visitor.fetch(path, init)
    net.after(path)
    return response
  })
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await gateway.close()
  })
  /** The stores as a fresh load of the page has them. */
  const reload = async () => {
    setActivePinia(createPinia())
    await useSession().start(null)
    await useCatalogue().load()
    await useBalance().refresh()
  }
  await reload()
  return { gateway, visitor, sent, net, reload }
}
