import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { AllowedOrigin, DataSizes, ServerFacts, Settings } from '../../src-shared/settings.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createRemote } from '../gateway/remote.ts'

interface SettingsAnswer {
  readonly settings: Settings
  readonly sign_up: { readonly open: boolean; readonly allowed: boolean }
  readonly server: ServerFacts
  readonly data: DataSizes | null
}

/** Where a backup was written, and how large it is. */
export interface BackupAnswer {
  readonly file: string
  readonly bytes: number
  readonly entries: number
}

/** What the owner can set, and what the gateway says of itself. */
export const useSettings = defineStore('settings', () => {
  const { client } = useGateway()
  const answer = createRemote<SettingsAnswer | null>(
    () => client.ask<SettingsAnswer>('GET', '/app/settings'),
    null,
  )
  const origins = createRemote<readonly AllowedOrigin[]>(async () => (await askOrigins('GET')).origins, [])
  const settings = computed(() => answer.value.value?.settings ?? null)

  /** Changes settings; they count at once. */
  async function change(part: Partial<Settings>): Promise<void> {
    answer.value.value = await client.ask<SettingsAnswer>('PATCH', '/app/settings', part)
  }

  async function allow(origin: string): Promise<void> {
    origins.value.value = (await askOrigins('POST', { origin })).origins
  }

  async function disallow(origin: string): Promise<void> {
    origins.value.value = (await askOrigins('DELETE', { origin })).origins
  }

  async function backUp(): Promise<BackupAnswer> {
    const made = await client.ask<BackupAnswer>('POST', '/app/backup', {})
    await answer.load()
    return made
  }

  function askOrigins(method: string, body?: object): Promise<{ origins: readonly AllowedOrigin[] }> {
    return client.ask(method, '/app/settings/outbound', body)
  }

  return {
    answer: answer.value,
    state: answer.state,
    error: answer.error,
    settings,
    origins: origins.value,
    originsState: origins.state,
    originsError: origins.error,
    load: answer.load,
    loadOrigins: origins.load,
    change,
    allow,
    disallow,
    backUp,
  }
})
