// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromItems, MAX_LISTED, toItems } from '../../../src-renderer/tools/call/fields/list-items.ts'
import ListField from '../../../src-renderer/tools/call/fields/ListField.vue'
import { fieldsOf } from '../../../src-renderer/tools/call/schema-fields.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

const [texts, numbers, mixed] = ['string', 'integer', 'object'].map(
  (type) =>
    fieldsOf({
      type: 'object',
      properties: { values: { type: 'array', items: { type } } },
      required: ['values'],
    })[0]!,
)

describe('a list in the form', () => {
  it('gives back the values that it was given', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: MAX_LISTED }), (values) => {
        expect(parseJson(fromItems(texts!, toItems(texts!, JSON.stringify(values))!))).toEqual(values)
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: MAX_LISTED }), (values) => {
        expect(parseJson(fromItems(numbers!, toItems(numbers!, JSON.stringify(values))!))).toEqual(values)
      }),
    )
  })

  it('leaves to JSON what it cannot show: nested values, half-written JSON, long lists', () => {
    expect(mixed!.items).toBeNull()
    for (const json of ['[{}]', '["a", null]', '{"a": 1}', '["a"', JSON.stringify(Array(51).fill('a'))])
      expect(toItems(texts!, json), json).toBeNull()
    expect(toItems(texts!, '[1]')).toBeNull()
    expect(toItems(texts!, '  ')).toEqual([])
  })

  it('keeps a text that is not a number as a text', () => {
    expect(fromItems(numbers!, ['1', '2.5', '', 'x', ' '])).toBe('[1,2.5,"","x"," "]')
  })

  it('adds, removes and pastes rows from the keyboard', async () => {
    const wrapper = mount(ListField, {
      props: { field: texts!, inputId: 'f', invalid: false, items: ['one', ''] },
    })
    const changes = () => wrapper.emitted('change')!.map(([json]) => parseJson(String(json)) as string[])
    await wrapper.findAll('input')[0]!.trigger('keydown', { key: 'Enter' })
    await wrapper.findAll('input')[1]!.trigger('keydown', { key: 'Backspace' })
    await wrapper.findAll('input')[0]!.trigger('keydown', { key: 'Backspace' })
    await wrapper
      .findAll('input')[1]!
      .trigger('paste', { clipboardData: { getData: () => 'two\r\nthree\n' } })
    expect(changes()).toEqual([['one', '', ''], ['one'], ['one', 'two', 'three']])
  })
})
