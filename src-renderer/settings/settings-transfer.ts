import { defineStore } from 'pinia'
import type { Settings } from '../../src-shared/settings.ts'
import { SHORTCUT_KINDS } from '../shortcuts/shortcut-list.ts'
import { type SettingsFile, writeSettingsFile } from './settings-file.ts'
import { useFavourites } from '../tools/list/favourites.ts'
import { useSettings } from './settings.ts'
import { useShortcutKeys } from '../shortcuts/chosen-keys.ts'
import { useToasts } from '../ui/kept/toasts.ts'

/** One thing that a file would change. */
export interface SettingsChange {
  readonly part: 'Settings' | 'Outbound calls' | 'Shortcuts' | 'Favourites'
  /** A setting's or shortcut's name, an origin. */
  readonly name: string
  readonly from: string
  readonly to: string
}

const NONE = 'none'

/** The owner's settings on their way to another machine, and from one. */
export const useSettingsTransfer = defineStore('settings-transfer', () => {
  const settings = useSettings()
  const shortcuts = useShortcutKeys()
  const favourites = useFavourites()
  const toasts = useToasts()

  /** Reads what counts now. @throws CallError */
  async function present(): Promise<SettingsFile> {
    await Promise.all([settings.load(), settings.loadOrigins()])
    for (const error of [settings.error, settings.originsError]) if (error) throw error
    return {
      settings: settings.settings ?? {},
      outbound: settings.origins.filter(({ from }) => from === 'settings').map(({ origin }) => origin),
      shortcuts: shortcuts.keys,
      favourites: favourites.slugs,
    }
  }

  /** The text of a file with all of it. @throws CallError */
  async function write(): Promise<string> {
    return writeSettingsFile(await present(), Date.now())
  }

  /**
   * Does what a file says, and offers to take it back. Origins are added and none is removed: what is allowed here may
   * be needed here. @throws CallError with what was done until then still to be taken back
   */
  async function apply(file: SettingsFile, before: SettingsFile): Promise<void> {
    const added: string[] = []
    let whole = false
    const undo = () => void takeBack(file, before, added)
    try {
      const changed = changedSettings(file.settings, before.settings)
      if (Object.keys(changed).length > 0) await settings.change(changed)
      shortcuts.replaceAll(file.shortcuts)
      favourites.replaceAll(file.favourites)
      for (const origin of file.outbound.filter((each) => !before.outbound.includes(each))) {
        await settings.allow(origin)
        added.push(origin)
      }
      whole = true
    } finally {
      toasts.say(whole ? 'Settings imported' : 'Only some settings were imported', undo)
    }
  }

  async function takeBack(
    file: SettingsFile,
    before: SettingsFile,
    added: readonly string[],
  ): Promise<void> {
    shortcuts.replaceAll(before.shortcuts)
    favourites.replaceAll(before.favourites)
    const changed = changedSettings(before.settings, { ...before.settings, ...file.settings })
    try {
      if (Object.keys(changed).length > 0) await settings.change(changed)
      for (const origin of added) await settings.disallow(origin)
    } catch {
      toasts.say('Some settings could not be restored. Check them.')
    }
  }

  return { present, write, apply }
})

function changedSettings(to: Partial<Settings>, from: Partial<Settings>): Partial<Settings> {
  const known = from as Readonly<Record<string, unknown>> // Names are looked up as texts.
  return Object.fromEntries(Object.entries(to).filter(([name, value]) => known[name] !== value))
}

/** What a file would change, in the order in which it is shown. @param labelOf the page's words for a setting */
export function changesOf(
  file: SettingsFile,
  before: SettingsFile,
  labelOf: (setting: string) => string,
): readonly SettingsChange[] {
  const known = before.settings as Readonly<Record<string, unknown>> // Names are looked up as texts.
  const set = Object.entries(changedSettings(file.settings, before.settings)).map(([name, value]) => ({
    part: 'Settings' as const,
    name: labelOf(name),
    from: figureOf(known[name]),
    to: figureOf(value),
  }))
  const origins = file.outbound
    .filter((origin) => !before.outbound.includes(origin))
    .map((origin) => ({ part: 'Outbound calls' as const, name: origin, from: 'blocked', to: 'allowed' }))
  const ids = new Set([...Object.keys(file.shortcuts), ...Object.keys(before.shortcuts)])
  const keys = [...ids].flatMap((id) => {
    const kind = SHORTCUT_KINDS.get(id)
    const [from, to] = [before.shortcuts, file.shortcuts].map((each) => each[id] ?? kind?.keys ?? '')
    const change = {
      part: 'Shortcuts' as const,
      name: kind?.label ?? id,
      from: from || NONE,
      to: to || NONE,
    }
    return from === to ? [] : [change]
  })
  const orderOf = ({ favourites }: SettingsFile) => favourites.join(', ') || NONE
  const [from, to] = [orderOf(before), orderOf(file)]
  const order = { part: 'Favourites' as const, name: 'Order', from, to }
  return [...set, ...origins, ...keys, ...(from === to ? [] : [order])]
}

function figureOf(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' ? value : 'not set'
}
