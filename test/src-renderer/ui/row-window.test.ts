// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { defineComponent, h, nextTick, ref, useTemplateRef } from 'vue'
import { type RowWindow, useRowWindow } from '../../../src-renderer/ui/composables/use-row-window.ts'

const [ROW, HEADING, SIGHT] = [40, 30, 200]

/** A list of which every tenth row is a heading, in a box that shows 200 pixels of it. */
async function listOf(length: number, headPx = 0) {
  const count = ref(length)
  let rows: RowWindow | undefined
  const list = defineComponent({
    setup() {
      const box = useTemplateRef<HTMLElement>('box')
      const heightOf = () => (index: number) => (index % 10 === 0 ? HEADING : ROW)
      rows = useRowWindow({ box, count: () => count.value, heightOf, spare: 2, headPx })
      return () => h('div', { ref: 'box' })
    },
  })
  const { element } = mount(list)
  // A test's document lays nothing out.
  Object.defineProperty(element, 'clientHeight', { value: SIGHT })
  const to = async (top: number): Promise<void> => {
    element.scrollTop = top
    element.dispatchEvent(new Event('scroll'))
    await nextTick()
  }
  await to(0)
  const indices = () => rows!.shown.value.map(({ index }) => index)
  return { rows: rows!, element, count, to, indices }
}

describe('the rows in sight', () => {
  it('are the ones drawn, at the top, in the middle and at the end', async () => {
    const { rows, to, indices } = await listOf(1_000)
    expect(rows.height.value).toBe(100 * HEADING + 900 * ROW)
    expect(indices()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    // Row 10 begins at 390 and row 15 lies across 590.
    await to(390)
    expect(indices()).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
    expect(rows.shown.value[2]).toEqual({ index: 10, start: 390, end: 420 })
    await to(rows.height.value)
    expect(indices().at(-1)).toBe(999)
  })

  it('follow a list that gets shorter, down to none', async () => {
    const { count, indices, to } = await listOf(1_000)
    await to(20_000)
    count.value = 3
    expect(indices()).toEqual([1, 2])
    count.value = 0
    expect(indices()).toEqual([])
  })

  it('scroll no further than needed to see a row, and never hide it under the heading', async () => {
    const { rows, element, indices } = await listOf(1_000, 32)
    rows.scrollTo(3)
    expect(element.scrollTop).toBe(0)
    rows.scrollTo(50)
    expect(element.scrollTop).toBe(5 * 390 + HEADING + 32 - SIGHT)
    expect(indices()).toContain(50)
    rows.scrollTo(20)
    expect(element.scrollTop).toBe(2 * 390)
    rows.scrollTo(5_000)
    expect(element.scrollTop).toBe(2 * 390)
  })
})
