// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import { helpGroups } from '../../../src-renderer/shortcuts/help-groups.ts'
import { paletteActions } from '../../../src-renderer/palette/palette-rows.ts'
import ShortcutEditor from '../../../src-renderer/settings/ShortcutEditor.vue'
import {
  shortcut,
  useKeyHint,
  useRegisteredShortcuts,
  useShortcuts,
  useShortcutTitle,
} from '../../../src-renderer/shortcuts/use-shortcuts.ts'
import { keysOf, putChosenKeys } from '../../../src-renderer/shortcuts/shortcut-keys.ts'
import { useShortcutKeys } from '../../../src-renderer/shortcuts/chosen-keys.ts'

const mounted: VueWrapper[] = []
// Without a session the chosen keys live as long as the page, and the gateway is not asked.
beforeEach(() => setActivePinia(createPinia()))
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount()
  putChosenKeys({})
})

function press(key: string, target: EventTarget = document.body, more: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
}

describe('a shortcut with other keys', () => {
  it('answers to the new keys only, and is shown with them everywhere', () => {
    const ran = vi.fn()
    const page = defineComponent({
      setup() {
        useShortcuts([shortcut('result.again', ran)])
        const title = useShortcutTitle()
        const { keys, aria } = useKeyHint('result.again')
        return () => h('p', [title('Run again'), keys.value.join(' '), aria.value].join(' | '))
      },
    })
    const wrapper = mount(page, { attachTo: document.body })
    mounted.push(wrapper)
    expect(wrapper.text()).toBe('Run again (R) | R | R')
    useShortcutKeys().choose('result.again', 'Ctrl+J')
    press('r')
    expect(ran).not.toHaveBeenCalled()
    press('j', document.body, { ctrlKey: true })
    expect(ran).toHaveBeenCalledOnce()
    const registered = useRegisteredShortcuts().value
    expect(paletteActions(registered).map(({ keys }) => keys)).toEqual(['Ctrl+J'])
    expect(helpGroups(registered)).toEqual([
      { title: 'Tools: Result', rows: [{ label: 'Run again', keys: 'Ctrl+J' }] },
    ])
    return nextTick(() => expect(wrapper.text()).toBe('Run again (Ctrl J) | Ctrl J | Control+J'))
  })

  it('has its own row in the help sheet, apart from the folded favourites', () => {
    const favourite = (keys: string, at: number) => ({
      keys,
      label: `Open favourite ${at}`,
      run: () => undefined,
      place: 'everywhere',
    })
    const registered = [favourite('Alt+1', 1), favourite('Ctrl+J', 2), favourite('Alt+3', 3)]
    expect(helpGroups(registered)[0]?.rows).toEqual([
      { label: 'Open favourite', keys: 'Alt+1 …3' },
      { label: 'Open favourite 2', keys: 'Ctrl+J' },
    ])
  })
})

describe('the editor', () => {
  function open(id: string) {
    const wrapper = mount(ShortcutEditor, { attachTo: document.body })
    mounted.push(wrapper)
    const row = () => wrapper.get(`[data-shortcut="${id}"]`)
    const button = (words: string) =>
      row()
        .findAll('button')
        .find((each) => each.text() === words)
    const change = async () => {
      await row().get('[aria-label^="Change the keys"]').trigger('click')
      await nextTick()
      return row().get('input').element
    }
    return { wrapper, row, button, change }
  }

  it('says whose key it is, and takes it only when told to', async () => {
    const { row, button, change } = open('result.again')
    const heard: string[] = []
    const hear = ({ key }: KeyboardEvent) => void heard.push(key)
    window.addEventListener('keydown', hear)
    const field = await change()
    expect(document.activeElement).toBe(field)
    press('Control', field, { ctrlKey: true })
    press('F5', field)
    await nextTick()
    expect(row().get('[role=status]').text()).toContain('The browser reserves these keys')
    press('h', field)
    await nextTick()
    expect(keysOf('result.again')).toBe('R')
    expect(row().get('[role=status]').text()).toContain('H is already used for “Earlier results” in Tools')
    await button('Use anyway')!.trigger('click')
    expect([keysOf('result.again'), keysOf('result.history')]).toEqual(['H', ''])
    // Only the key that was alone left the field, where it does nothing.
    expect(heard).toEqual(['Control'])
    window.removeEventListener('keydown', hear)
  })

  it('lets Tab and Esc through, and can reset every key', async () => {
    const { row, wrapper, button, change } = open('result.save')
    const field = await change()
    const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
    field.dispatchEvent(tab)
    expect(tab.defaultPrevented).toBe(false)
    press('Escape', field)
    await nextTick()
    await nextTick()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Change the keys of Save the output')
    await change()
    await button('No key')!.trigger('click')
    expect(keysOf('result.save')).toBe('')
    expect(row().text()).toContain('no key')
    await row().get('[aria-label^="Reset the keys"]').trigger('click')
    expect(keysOf('result.save')).toBe('Ctrl+S')
    press('j', await change(), { ctrlKey: true })
    expect(keysOf('result.save')).toBe('Ctrl+J')
    await nextTick()
    await wrapper
      .findAll('button')
      .find((each) => each.text() === 'Reset all')!
      .trigger('click')
    expect(keysOf('result.save')).toBe('Ctrl+S')
  })

  it('lists what is off screen too, keeps Esc fixed, and finds a shortcut by its keys', async () => {
    const { wrapper } = open('call.run')
    const rows = () => wrapper.findAll('[data-shortcut]').map((row) => row.attributes('data-shortcut'))
    expect(rows()).toEqual(expect.arrayContaining(['palette', 'call.run', 'batch.retry', 'memory.search']))
    expect(wrapper.get('[data-shortcut="call.stop"]').find('button').exists()).toBe(false)
    await wrapper.get('input').setValue('shift+r')
    expect(rows()).toEqual(['batch.retry'])
  })
})
