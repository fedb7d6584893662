import { afterEach, describe, expect, it } from 'vitest'
import {
  clashesOf,
  keysOf,
  putChosenKeys,
  refusalOf,
} from '../../../src-renderer/shortcuts/shortcut-keys.ts'
import { PLACES } from '../../../src-renderer/places.ts'
import { SHORTCUT_KINDS, type ShortcutId } from '../../../src-renderer/shortcuts/shortcut-list.ts'
import { clashWords } from '../../../src-renderer/settings/clash-words.ts'
import { useShortcutKeys } from '../../../src-renderer/shortcuts/chosen-keys.ts'
import { useToasts } from '../../../src-renderer/ui/kept/toasts.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'
import { sourceFiles } from '../../support/sources/source-files.ts'

const LIST = 'src-renderer/shortcuts/shortcut-list.ts'
// The ids are the list's own.
const IDS = [...SHORTCUT_KINDS.keys()] as ShortcutId[]

afterEach(() => putChosenKeys({}))

describe('the list of shortcuts', () => {
  const sources = sourceFiles('src-renderer')

  it('has only shortcuts that some part of the page answers to', () => {
    const answered = sources.flatMap(({ script }) =>
      [...script.matchAll(/\bshortcut\(\s*'([^']+)'/g)].map(([, id]) => id),
    )
    const derived = /^(place|favourite)\./
    const unanswered = IDS.filter((id) => !derived.test(id) && !answered.includes(id))
    expect(unanswered).toEqual([])
  })

  it('has every key that some part of the page answers to, so that it can be changed', () => {
    const written = sources.filter(({ path, script }) => path !== LIST && /\bkeys: ['"][^'"]/.test(script))
    expect(written.map(({ path }) => `Move the keys in ${path} to ${LIST}`)).toEqual([])
  })

  it('begins with one shortcut per key, each of which could be chosen', () => {
    for (const id of IDS) {
      const { keys } = SHORTCUT_KINDS.get(id)!
      if (keys === 'Escape') continue
      expect(clashesOf(id, keys), id).toEqual([])
      if (keys !== '') expect(refusalOf(keys), id).toBe('')
    }
    expect(PLACES.map(({ name }) => `place.${name}`).filter((id) => !SHORTCUT_KINDS.has(id))).toEqual([])
  })
})

describe('chosen keys', () => {
  it('survive a reload, and leave those of other shortcuts alone', async () => {
    const { reload, visitor } = await openPageStores()
    const shortcuts = useShortcutKeys()
    await expect.poll(() => shortcuts.state).toBe('loaded')
    shortcuts.choose('call.run', 'Ctrl+J')
    shortcuts.choose('result.copy', '')
    expect([keysOf('call.run'), keysOf('result.copy'), keysOf('batch.run')]).toEqual([
      'Ctrl+J',
      '',
      'Ctrl+Enter',
    ])
    const kept = { 'call.run': 'Ctrl+J', 'result.copy': '' }
    await expect.poll(async () => (await visitor.send('/app/shortcuts')).json.keys).toEqual(kept)
    putChosenKeys({})
    await reload()
    useShortcutKeys()
    await expect.poll(() => keysOf('call.run')).toBe('Ctrl+J')
    expect(keysOf('result.copy')).toBe('')
  })

  it('belong to one shortcut, and can be reset one by one or together', async () => {
    await openPageStores()
    const shortcuts = useShortcutKeys()
    await expect.poll(() => shortcuts.state).toBe('loaded')
    const clashes = clashesOf('call.dry-run', 'Ctrl+Enter')
    expect(clashWords('Ctrl+Enter', clashes)).toBe(
      'Ctrl ⏎ is already used for “Run” in Tools. If you use it here, it stops working there.',
    )
    shortcuts.choose(
      'call.dry-run',
      'Ctrl+Enter',
      clashes.map(({ id }) => id),
    )
    expect([keysOf('call.run'), keysOf('call.dry-run')]).toEqual(['', 'Ctrl+Enter'])
    shortcuts.reset('call.run')
    // Given back while another has it: both are told.
    expect(clashesOf('call.run', keysOf('call.run')).map(({ id }) => id)).toEqual(['call.dry-run'])
    shortcuts.resetAll()
    expect(shortcuts.someChosen).toBe(false)
    useToasts().undoLast()
    expect(keysOf('call.dry-run')).toBe('Ctrl+Enter')
    // The default keys do not count as a choice.
    shortcuts.choose('call.dry-run', 'Ctrl+Shift+Enter')
    expect(shortcuts.isChosen('call.dry-run')).toBe(false)
  })

  it('clash only if they act in the same place, or one of them everywhere', () => {
    expect(clashesOf('tools.star', 'F')).toEqual([])
    expect(clashesOf('batch.attention', 'Ctrl+K').map(({ id }) => id)).toEqual(['palette'])
    expect(clashesOf('palette', 'R').map(({ id }) => id)).toEqual(['result.again', 'activity.again'])
  })

  it.each(['Tab', 'Enter', 'Escape', 'ArrowUp', 'Ctrl+C', 'Ctrl+W', 'Ctrl+Shift+T', 'F5', 'Ctrl+Dead Key'])(
    'are never %s, which the page or the browser needs',
    (keys) => {
      expect(refusalOf(keys)).not.toBe('')
      putChosenKeys({ 'call.run': keys })
      expect(keysOf('call.run')).toBe('Ctrl+Enter')
    },
  )

  it('reach only shortcuts that exist and may be changed', () => {
    putChosenKeys({ nothing: 'J', 'call.stop': 'J', 'result.again': 'J' })
    expect(IDS.filter((id) => keysOf(id) === 'J')).toEqual(['result.again'])
  })

  it('are limited by the gateway in number and length', async () => {
    const { visitor } = await openPageStores()
    const put = async (keys: object) =>
      (await visitor.send('/app/shortcuts', { method: 'PUT', body: { keys } })).status
    expect(await put({ 'call.run': 'Ctrl+J' })).toBe(200)
    expect(await put({ 'Call Run': 'Ctrl+J' })).toBe(400)
    expect(await put({ 'call.run': 'x'.repeat(61) })).toBe(400)
    expect(await put(Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`k${at}`, 'J'])))).toBe(400)
  })
})
