// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import PriceField from '../../../src-renderer/sources/PriceField.vue'

it('a price that is being typed stays when the list is read again, and anything but a price is put back', async () => {
  const field = mount(PriceField, { props: { credits: 1, label: 'read: credits of a call' } })
  const input = field.get('input')
  const type = (text: string) => {
    input.element.value = text
    return input.trigger('input')
  }
  await type('7')
  await field.setProps({ label: 'Read: credits of a call' })
  expect(input.element.value).toBe('7')
  await input.trigger('change')
  expect(field.emitted('price')).toEqual([[7]])
  await field.setProps({ credits: 7 })

  for (const text of ['much', '-1', '1.5', '', '7']) {
    await type(text)
    await input.trigger('change')
    expect(input.element.value).toBe('7')
  }
  expect(field.emitted('price')).toEqual([[7]])
  await type('70')
  await type('7')
  await input.trigger('blur')
  await field.setProps({ credits: 9 })
  expect(input.element.value).toBe('9')
  field.unmount()
})
