import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { createGatewayClient } from './gateway-client.ts'
import type { Header } from './gateway-types.ts'
import { withPagePass } from './page-pass.ts'

/** The page's one client of its gateway, and whether the gateway answers. */
export const useGateway = defineStore('gateway', () => {
  const gone = ref(false)
  /** The shared demo key, once someone chose to run with it. It is kept in memory only. */
  const key = ref<string | null>(null)
  const lastHeaders = shallowRef<readonly Header[]>([])

  const client = createGatewayClient({
    fetch: (path, init) => fetch(path, { ...init, headers: withPagePass(init?.headers) }),
    key: () => key.value,
    onReply: (headers) => {
      gone.value = false
      lastHeaders.value = headers
    },
    onUnreachable: () => (gone.value = true),
  })

  return { client, gone, key, lastHeaders }
})
