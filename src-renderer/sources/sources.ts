import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { useGateway } from '../gateway/gateway.ts'
import { attempt, createRemote } from '../gateway/remote.ts'
import { consentsOf } from './consent/consents.ts'
import { ownerSettingsOf } from './owner-settings.ts'
import { removalsOf } from './removals.ts'
import { PATH, pathOf } from './source-paths.ts'
import type { Decision, Source, SourceChange, WholeSource } from './source-types.ts'

/** What brings tools from outside, and what waits for its owner. */
export const useSources = defineStore('sources', () => {
  const { client } = useGateway()
  const answer = createRemote(() => client.ask<{ sources: readonly Source[] }>('GET', PATH), {
    sources: [],
  })
  const open = shallowRef<WholeSource | null>(null)
  const changes = shallowRef<readonly SourceChange[]>([])
  const removals = removalsOf(client, answer.load)
  const sources = computed(() =>
    answer.value.value.sources.filter(({ id }) => !removals.leaving.value.has(id)),
  )

  const ask = (id: string) =>
    Promise.all([
      client.ask<{ source: WholeSource }>('GET', pathOf(id)),
      client.ask<{ changes: readonly SourceChange[] }>('GET', `${pathOf(id)}/changes`),
    ])
  let newest: Promise<void> | undefined

  /**
   * Reads a source with its tools and changes. An answer that arrives after a later question was
   * asked is out of date: it is dropped, and the later answer is waited for.
   */
  function show(id: string): Promise<void> {
    const mine: Promise<void> = ask(id).then(([whole, waiting]) => {
      if (mine !== newest) return newest
      open.value = whole.source
      changes.value = waiting.changes
    })
    newest = mine
    return mine
  }

  /** Reads the list again, and the source that is open; what cannot be read now stays as it was. */
  async function refresh(id: string): Promise<void> {
    await answer.load()
    if (open.value?.id === id) await attempt(() => show(id))
  }

  /** Starts a source, stops it or reads its list. */
  async function act(id: string, what: 'start' | 'stop' | 'look' | 'sign-out'): Promise<void> {
    await client.ask('POST', `${pathOf(id)}/${what}`, {})
    await again(id)
  }

  /** Opens tools as they were looked at, and closes others. */
  async function decide(id: string, tools: readonly Decision[]): Promise<void> {
    await client.ask('POST', `${pathOf(id)}/approve`, { tools })
    await again(id)
  }

  /** Reads a source and the list again. */
  async function again(id: string): Promise<void> {
    await Promise.all([answer.load(), show(id)])
  }

  return {
    ...{ sources, open, changes, show, again, refresh, act, decide, ...removals },
    ...consentsOf(client, again, removals.finishAll),
    ...ownerSettingsOf(client, again),
    state: answer.state,
    error: answer.error,
    load: answer.load,
  }
})
