import { ref } from 'vue'
import type { BatchOptions } from '../../src-shared/saved-batch.ts'
import type { BatchInfo } from './run/batch-saver.ts'

const DEFAULTS: BatchOptions = { retry_once: false, floor: null }
const MAX_NAME_CHARS = 200

/** What a run is called, where its rows came from, and how it is sent. */
export function createBatchSettings(changed: () => void) {
  const name = ref('')
  const source = ref('')
  const options = ref<BatchOptions>(DEFAULTS)

  /** Gives the run another name; an empty one changes nothing. */
  function rename(to: string): void {
    const next = to.trim().slice(0, MAX_NAME_CHARS)
    if (next === '' || next === name.value) return
    name.value = next
    changed()
  }

  function setOptions(change: Partial<BatchOptions>): void {
    options.value = { ...options.value, ...change }
    changed()
  }

  /** Names a run that has just got its first rows. */
  function begin(from: { readonly name: string; readonly source: string }): void {
    name.value = from.name
    source.value = from.source
  }

  /** Takes over the settings of another run, or the defaults. */
  function set(info: BatchInfo = { name: '', source: '', options: DEFAULTS }): void {
    begin(info)
    options.value = info.options
  }

  const info = (): BatchInfo => ({ name: name.value, source: source.value, options: options.value })
  return { name, source, options, rename, setOptions, begin, set, info }
}
