// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { FIXED_KEYS } from '../../../src-renderer/shortcuts/fixed-keys.ts'
import { fixedGroups, helpGroups } from '../../../src-renderer/shortcuts/help-groups.ts'
import { useGridKeys } from '../../../src-renderer/batch/rows/use-grid-keys.ts'
import { paletteActions } from '../../../src-renderer/palette/palette-rows.ts'
import {
  type Shortcut,
  shownKeys,
  useRegisteredShortcuts,
  useShortcuts,
  useShortcutSettings,
  useShortcutTitle,
} from '../../../src-renderer/shortcuts/use-shortcuts.ts'
import { useAppShortcuts } from '../../../src-renderer/shell/use-app-shortcuts.ts'
import { PLACES } from '../../../src-renderer/places.ts'

const mounted: VueWrapper[] = []
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount()
  useShortcutSettings().singleKeys = true
})

function withSetup(setup: () => void): VueWrapper {
  const wrapper = mount(
    defineComponent({
      setup() {
        setup()
        return () => h('div', [h('input'), h('div', { role: 'dialog' }, [h('button')])])
      },
    }),
    { attachTo: document.body },
  )
  mounted.push(wrapper)
  return wrapper
}

function press(keys: string, target: Element = document.body): KeyboardEvent {
  const parts = keys.split(/\+(?=.)/)
  const event = new KeyboardEvent('keydown', {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    bubbles: true,
    cancelable: true,
  })
  target.dispatchEvent(event)
  return event
}

const shortcut = (keys: string, run: () => boolean | void, more: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  label: `Do ${keys}`,
  run,
  place: 'everywhere',
  ...more,
})

describe('a shortcut', () => {
  it('ends with its component, and goes before those that came earlier', () => {
    const calls: string[] = []
    withSetup(() => useShortcuts([shortcut('Escape', () => void calls.push('outer'))]))
    const inner = withSetup(() => useShortcuts([shortcut('Escape', () => void calls.push('inner'))]))
    expect(press('Escape').defaultPrevented).toBe(true)
    inner.unmount()
    press('Escape')
    expect(calls).toEqual(['inner', 'outer'])
  })

  it('leaves the key to others when it has nothing to do', () => {
    const outer = vi.fn()
    withSetup(() => useShortcuts([shortcut('R', outer)]))
    withSetup(() => useShortcuts([shortcut('R', () => false)]))
    press('r')
    expect(outer).toHaveBeenCalledOnce()
  })

  it('stays silent in a text, behind a dialog, and when single letters are switched off', () => {
    const run = vi.fn()
    const wrapper = withSetup(() =>
      useShortcuts(['R', 'Shift+R', 'Ctrl+E', 'Delete'].map((keys) => shortcut(keys, run))),
    )
    const field = wrapper.get('input').element
    for (const keys of ['r', 'Shift+R', 'Delete']) press(keys, field)
    for (const keys of ['r', 'Ctrl+E']) press(keys, wrapper.get('button').element)
    useShortcutSettings().singleKeys = false
    press('r')
    expect(run).not.toHaveBeenCalled()
    press('Ctrl+E', field)
    expect(run).toHaveBeenCalledOnce()
  })

  it('acts only within its own part of the page', () => {
    const run = vi.fn()
    const wrapper: VueWrapper = withSetup(() =>
      useShortcuts([
        shortcut('S', run, { within: () => wrapper.get<HTMLElement>('[role=dialog]').element }),
      ]),
    )
    press('s')
    expect(run).not.toHaveBeenCalled()
    press('s', wrapper.get('button').element)
    expect(run).toHaveBeenCalledOnce()
  })

  it('is named in a tooltip only while something answers to it', () => {
    const titleOf = useShortcutTitle()
    expect(titleOf('Do Ctrl+E')).toBe('Do Ctrl+E')
    withSetup(() => useShortcuts([shortcut('Ctrl+E', () => undefined)]))
    expect(titleOf('Do Ctrl+E', 'Other view')).toBe('Other view (Ctrl E)')
    expect(shownKeys('Ctrl+Shift+Enter', true)).toEqual(['⌘', '⇧', '⏎'])
    expect(shownKeys('Ctrl+.', false)).toEqual(['Ctrl', '.'])
  })
})

describe('the registry', () => {
  function registerAll(): readonly Shortcut[] {
    setActivePinia(createPinia())
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [
        ...PLACES.map(({ name, path }) => ({ name, path, component: {} })),
        { name: 'welcome', path: '/', component: {} },
      ],
    })
    const wrapper = mount(
      defineComponent({
        setup() {
          useAppShortcuts({ palette: () => undefined, help: () => undefined })
          return () => null
        },
      }),
      { global: { plugins: [router] } },
    )
    mounted.push(wrapper)
    return useRegisteredShortcuts().value
  }

  it('shows only keys in the help sheet that something answers to', () => {
    const registered = registerAll()
    const shown = helpGroups(registered).flatMap(({ rows }) => rows.map(({ keys }) => keys))
    expect(shown.length).toBeGreaterThan(5)
    for (const keys of shown.map((each) => each.replace(/ …\d$/, '')))
      expect(registered.filter((each) => each.keys === keys)).toHaveLength(1)
    expect(shown).toContain('Alt+1 …9')
  })

  it('lists every fixed key in the help sheet, and each of them moves in a grid', () => {
    const { onKey } = useGridKeys(ref(40), () => undefined)
    const moving = FIXED_KEYS.filter(({ where }) => where === 'Lists and tables')
      .flatMap(({ keys }) => keys)
      .filter((key) => key !== 'Enter' && key !== 'Space')
    for (const key of moving)
      expect([key, onKey(new KeyboardEvent('keydown', { key }))]).toEqual([key, true])
    expect(fixedGroups().flatMap(({ rows }) => rows)).toHaveLength(FIXED_KEYS.length)
  })

  it('offers every action in the palette, once', () => {
    const registered = registerAll()
    const offered = paletteActions(registered).map(({ label }) => label)
    expect(new Set(offered).size).toBe(offered.length)
    for (const { label, keyOnly } of registered) if (!keyOnly) expect(offered).toContain(label)
    for (const { label } of PLACES) expect(offered).toContain(label)
  })
})
