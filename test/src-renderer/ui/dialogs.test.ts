// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h, nextTick, ref, type VNode } from 'vue'
import { CallError } from '../../../src-renderer/gateway/gateway-types.ts'
import AppSwitch from '../../../src-renderer/ui/controls/AppSwitch.vue'
import AppDialog from '../../../src-renderer/ui/dialogs/AppDialog.vue'
import ConfirmDialog from '../../../src-renderer/ui/dialogs/ConfirmDialog.vue'

const mounted: VueWrapper[] = []
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount()
})

/** A page with a button that opens a dialog. */
async function pageWith(dialog: (open: { value: boolean }) => VNode) {
  const open = ref(false)
  const page = defineComponent(() => () => [
    h('button', { id: 'opener', onClick: () => (open.value = true) }, 'Open'),
    dialog(open),
  ])
  mounted.push(mount(page, { attachTo: document.body }))
  const opener = document.querySelector<HTMLElement>('#opener')!
  opener.focus()
  opener.click()
  await expect.poll(() => shown()).not.toBeNull()
  return { open, opener }
}

const shown = () => document.querySelector<HTMLElement>('[role=dialog]')
const button = (name: string) =>
  [...shown()!.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  )
const textOf = (id: string | null | undefined) => document.getElementById(id ?? '')?.textContent.trim()

const dialogWith =
  (props: object, slots: Record<string, () => string> = {}) =>
  (open: { value: boolean }) =>
    h(
      AppDialog,
      {
        title: 'Paste rows',
        open: open.value,
        'onUpdate:open': (to: boolean) => (open.value = to),
        ...props,
      },
      { default: () => 'Inside', ...slots },
    )

describe('a dialog', () => {
  it('is named by its title and described by its note', async () => {
    await pageWith(dialogWith({ note: 'Cells between commas.' }))
    expect(textOf(shown()?.getAttribute('aria-labelledby'))).toBe('Paste rows')
    expect(textOf(shown()?.getAttribute('aria-describedby'))).toBe('Cells between commas.')
  })

  it('claims no description without a note', async () => {
    await pageWith(dialogWith({}))
    expect(shown()?.hasAttribute('aria-describedby')).toBe(false)
  })

  it('begins with the focus in its first field', async () => {
    await pageWith((open) =>
      h(
        AppDialog,
        { title: 'Paste rows', open: open.value, 'onUpdate:open': (to: boolean) => (open.value = to) },
        { default: () => h('textarea', { id: 'rows' }) },
      ),
    )
    await expect.poll(() => document.activeElement?.id).toBe('rows')
  })

  it('closes with its button, and gives the focus back to where it was', async () => {
    const { open, opener } = await pageWith(dialogWith({}))
    expect(shown()?.contains(document.activeElement)).toBe(true)
    button('Close')!.click()
    await expect.poll(() => shown()).toBeNull()
    expect(open.value).toBe(false)
    await expect.poll(() => document.activeElement).toBe(opener)
  })

  it('closes with Escape', async () => {
    const { open } = await pageWith(dialogWith({}))
    shown()!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await expect.poll(() => open.value).toBe(false)
  })

  it('has no close button of its own when its actions bring one, and no footer without actions', async () => {
    await pageWith(dialogWith({ closeButton: false }))
    expect(button('Close')).toBeUndefined()
    expect(shown()?.querySelector('footer')).toBeNull()
  })
})

describe('a question before something is lost', () => {
  const asking = (work: () => Promise<unknown>) => (open: { value: boolean }) =>
    h(ConfirmDialog, {
      title: 'Delete it',
      note: 'It is gone for good.',
      yes: 'Delete',
      work,
      open: open.value,
      'onUpdate:open': (to: boolean) => (open.value = to),
    })

  it('does nothing when the answer is to keep it', async () => {
    let done = 0
    const { open } = await pageWith(asking(() => Promise.resolve(done++)))
    button('Keep it')!.click()
    await expect.poll(() => open.value).toBe(false)
    expect(done).toBe(0)
  })

  it('closes once the work is done', async () => {
    let done = 0
    const { open } = await pageWith(asking(() => Promise.resolve(done++)))
    button('Delete')!.click()
    await expect.poll(() => open.value).toBe(false)
    expect(done).toBe(1)
  })

  it('stays open and says why when the work fails', async () => {
    const { open } = await pageWith(
      asking(() => Promise.reject(new CallError('unreachable', 0, 'Start Toolgate.'))),
    )
    button('Delete')!.click()
    await expect.poll(() => shown()?.querySelector('[role=alert]')?.textContent).toBe('Start Toolgate.')
    expect(open.value).toBe(true)
  })
})

describe('a switch', () => {
  it.each([false, true])(
    'is named by its label and described by its note (at the end: %s)',
    async (atEnd) => {
      const on = ref(false)
      const page = defineComponent(
        () => () =>
          h(AppSwitch, {
            label: 'No movement',
            note: 'Nothing slides.',
            atEnd,
            modelValue: on.value,
            'onUpdate:modelValue': (to: boolean) => (on.value = to),
          }),
      )
      mounted.push(mount(page, { attachTo: document.body }))
      const control = document.querySelector<HTMLElement>('[role=switch]')!
      expect(textOf(control.getAttribute('aria-labelledby'))).toBe('No movement')
      expect(textOf(control.getAttribute('aria-describedby'))).toBe('Nothing slides.')
      expect(control.getAttribute('aria-checked')).toBe('false')
      control.click()
      await nextTick()
      expect([on.value, control.getAttribute('aria-checked')]).toEqual([true, 'true'])
    },
  )
})
