import { describe, expect, it } from 'vitest'
import {
  readSettingsFile,
  InvalidSettings,
  writeSettingsFile,
} from '../../../src-renderer/settings/settings-file.ts'
import { useFavourites } from '../../../src-renderer/tools/list/favourites.ts'
import { useSettings } from '../../../src-renderer/settings/settings.ts'
import { changesOf, useSettingsTransfer } from '../../../src-renderer/settings/settings-transfer.ts'
import { useShortcutKeys } from '../../../src-renderer/shortcuts/chosen-keys.ts'
import { useToasts } from '../../../src-renderer/ui/kept/toasts.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const file = (parts: object, head: object = {}) =>
  JSON.stringify({ format: 'toolgate-settings', version: 1, ...head, ...parts })

describe('a file of settings', () => {
  it.each([
    ['a text that is not JSON', '{'],
    ['another file', '{"theme":"dark"}'],
    ['an array', '[]'],
    ['a newer file', file({}, { version: 2 })],
    ['a setting that does not exist', file({ settings: { god_mode: true } })],
    ['a member of every object', '{"format":"toolgate-settings","version":1,"settings":{"__proto__":1}}'],
    ['a name that every object has', file({ settings: { constructor: 5 } })],
    ['a number out of its range', file({ settings: { call_seconds: 100_000 } })],
    ['half a number', file({ settings: { call_seconds: 1.5 } })],
    ['a switch that is a text', file({ settings: { sign_up_open: 'yes' } })],
    ['settings that are a list', file({ settings: [] })],
    ['keys that the browser keeps', file({ shortcuts: { 'call.run': 'Ctrl+W' } })],
    ['a shortcut that does not exist', file({ shortcuts: { nothing: 'Ctrl+J' } })],
    ['a favourite that is not a slug', file({ favourites: ['../etc'] })],
    ['an origin that is a number', file({ outbound: [1] })],
    [
      'more origins than are allowed',
      file({ outbound: Array.from({ length: 201 }, (_, n) => `http://h${n}`) }),
    ],
    ['a text without end', file({ favourites: ['x'.repeat(200_001)] })],
  ])('is refused: %s', (_, text) => {
    expect(() => readSettingsFile(text)).toThrow(InvalidSettings)
  })

  it('is read back as it was written, and holds no key', async () => {
    const { gateway } = await openPageStores()
    await useSettings().change({ call_seconds: 20 })
    await useSettings().allow('http://127.0.0.1:9000')
    const transfer = useSettingsTransfer()
    const before = await transfer.present()
    const text = await transfer.write()
    expect(readSettingsFile(text)).toEqual(before)
    expect(text).not.toContain(gateway.key)
    expect(changesOf(before, before, String)).toEqual([])
    expect(readSettingsFile(writeSettingsFile(before, 0))).toEqual(before)
  })
})

describe('imported settings', () => {
  it('change only what was shown, remove no origin, and can be undone', async () => {
    await openPageStores()
    const [settings, shortcuts, favourites] = [useSettings(), useShortcutKeys(), useFavourites()]
    await settings.allow('http://127.0.0.1:9000')
    favourites.replaceAll(['math-evaluate'])
    const transfer = useSettingsTransfer()
    const before = await transfer.present()
    const read = readSettingsFile(
      file({
        settings: { call_seconds: 20, public_rate_limit: before.settings.public_rate_limit },
        outbound: ['*.corp.internal'],
        shortcuts: { 'call.run': 'Ctrl+J' },
      }),
    )
    const wanted = { ...before, ...read }
    expect(changesOf(wanted, before, String)).toEqual([
      { part: 'Settings', name: 'call_seconds', from: '15', to: '20' },
      { part: 'Outbound calls', name: '*.corp.internal', from: 'blocked', to: 'allowed' },
      { part: 'Shortcuts', name: 'Run', from: 'Ctrl+Enter', to: 'Ctrl+J' },
    ])
    await transfer.apply(wanted, before)
    const origins = () => settings.origins.map(({ origin }) => origin)
    expect(settings.settings?.call_seconds).toBe(20)
    expect(origins()).toEqual(['http://127.0.0.1:9000', 'https://*.corp.internal'])
    expect([shortcuts.keys, favourites.slugs]).toEqual([{ 'call.run': 'Ctrl+J' }, ['math-evaluate']])
    useToasts().undoLast()
    await expect.poll(origins).toEqual(['http://127.0.0.1:9000'])
    expect(settings.settings?.call_seconds).toBe(15)
    expect(shortcuts.keys).toEqual({})
  })

  it('can be undone even when they fail half-way', async () => {
    await openPageStores()
    const settings = useSettings()
    const transfer = useSettingsTransfer()
    const before = await transfer.present()
    const wanted = { ...before, settings: { call_seconds: 20 }, outbound: ['http://10.0.0.1', '*.com'] }
    await expect(transfer.apply(wanted, before)).rejects.toMatchObject({ code: 'validation_error' })
    useToasts().undoLast()
    await expect.poll(() => settings.origins).toEqual([])
    expect(settings.settings?.call_seconds).toBe(15)
  })
})
