// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import ScopePicker from '../../../src-renderer/balance/ScopePicker.vue'
import type { Tool } from '../../../src-renderer/gateway/gateway-types.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'

beforeEach(() => setActivePinia(createPinia()))

// Catches: a key limited to categories of which none was ticked could call everything.
it('gives no scopes while a restriction is asked for and nothing is chosen', async () => {
  const tool: Tool = {
    slug: 'a',
    name: 'A',
    description: '',
    category: 'Text',
    tier: 'compute',
    credits: 1,
    cacheable: true,
    input_schema: {},
  }
  useCatalogue().tools = [tool]
  const picker = mount(ScopePicker, { props: { modelValue: {} } })
  const given = () => picker.emitted('update:modelValue')?.at(-1)?.[0]
  const press = (name: string) => {
    const choice = picker.findAll('label').find((label) => label.text() === name)
    return choice!.get('input').setValue(true)
  }
  await press('Categories')
  expect(given()).toBeNull()
  await picker.get('input[type=checkbox]').setValue(true)
  expect(given()).toEqual({ categories: ['Text'] })
  await picker.get('input[type=checkbox]').setValue(false)
  expect(given()).toBeNull()
  await press('Every tool')
  expect(given()).toEqual({})
  picker.unmount()
})
