import { onTestFinished } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { KeyStore } from '../../../src-main/accounts/key-store.ts'
import { Changes } from '../../../src-main/cluster/changes.ts'
import type { OpenedLedger } from '../../../src-main/ledger/postgres/open-ledger.ts'
import { AllowedOrigins } from '../../../src-main/outbound/allowed-origins.ts'
import { SettingsStore } from '../../../src-main/storage/settings-store.ts'
import { FakeClock } from '../gateway/open-stores.ts'
import { openGateways } from './postgres-gateways.ts'

/** What a gateway keeps a copy of, with the ledger that it is charged to. */
export interface GatewayOfTest extends OpenedLedger {
  readonly keys: KeyStore
  readonly settings: SettingsStore
  readonly origins: AllowedOrigins
}

/** Several gateways with their copies; they beat when `beat.now` says so, and hear notices only if asked to. */
export async function openCluster(count: number, hears: boolean): Promise<readonly GatewayOfTest[]> {
  const clock = new FakeClock()
  const { gateways } = await openGateways(count, 1_000)
  return await Promise.all(
    gateways.map(async (opened) => {
      const { engine, ledger, beat } = opened
      const keys = await KeyStore.open(engine, ledger, clock.now)
      const settings = await SettingsStore.open(engine, (error) => {
        throw error
      })
      const origins = await AllowedOrigins.open(engine, [])
      const changes = new Changes(engine, {
        api_key: () => keys.refresh(),
        setting: () => settings.refresh(),
        allowed_origin: () => origins.refresh(),
      })
      beat.join(
        () => changes.look(),
        (text) => void (hears && changes.hear(text)),
      )
      // What a notice has begun ends before its connections do.
      onTestFinished(() => pause(50))
      return { ...opened, keys, settings, origins }
    }),
  )
}
