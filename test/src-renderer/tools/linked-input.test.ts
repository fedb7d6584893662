import { describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { readLinkedInput } from '../../../src-renderer/tools/linked-input.ts'
import { placeOfDeepLink } from '../../../src-main/desktop/deep-link.ts'

describe('the input that a link brings', () => {
  it.each([
    ['{"a": 1}', { fields: { a: 1 } }],
    [' {"a": [1]}', { fields: { a: [1] } }],
    ['[1, 2]', { text: '[1, 2]' }],
    ['{not json', { text: '{not json' }],
    ['null', { text: 'null' }],
    ['a & b = c', { text: 'a & b = c' }],
    ['', null],
    [['a', 'b'], null],
    [null, null],
    [undefined, null],
    ['x'.repeat(65_537), null],
  ])('%.30j is read as %j', (value, input) => {
    expect(readLinkedInput(value)).toEqual(input)
  })

  it.each(['{"text": "50% & more #1?\\n", "n": 1}', 'Grüße + 日本 100%', '<b>&amp;</b>'])(
    'is exactly what was put into the deep link: %s',
    async (sent) => {
      const router = createRouter({
        history: createMemoryHistory(),
        routes: [{ path: '/tools/:slug?', component: {} }],
      })
      const place = placeOfDeepLink(`toolgate://tools/text-diff?input=${encodeURIComponent(sent)}`)!
      await router.push(place.slice(1))
      const { params, query } = router.currentRoute.value
      expect(params['slug']).toBe('text-diff')
      const read = readLinkedInput(query['input'])
      expect(read).toEqual(sent.startsWith('{') ? { fields: JSON.parse(sent) } : { text: sent })
    },
  )
})
