// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { createStreamView } from '../../../src-renderer/tools/result/cards/stream-view.ts'

describe('the view of a stream', () => {
  it('folds thousands of tokens, and keeps every character of them', () => {
    const view = createStreamView()
    const add = (name: string, data: unknown) =>
      view.add({ name, data, text: JSON.stringify(data), atMs: 0 })
    add('start', {})
    for (let i = 0; i < 6_000; i++) add('token', { text: String(i % 10) })
    add('result', {})
    view.flush()

    expect(view.text.value).toBe('0123456789'.repeat(600))
    expect(view.count.value).toBe(6_002)
    expect(view.rows.value.map((row) => [row.name, row.folded])).toEqual([
      ['start', 0],
      ['token', 0],
      ['token', 0],
      ['token', 0],
      ['token', 5_997],
      ['result', 0],
    ])
  })

  it('drops the text of the call before', () => {
    const view = createStreamView()
    view.add({ name: 'token', data: { text: 'old' }, text: '', atMs: 1 })
    view.clear()
    view.add({ name: 'token', data: { text: 'new' }, text: '', atMs: 1 })
    view.flush()
    expect(view.text.value).toBe('new')
    expect(view.rows.value).toHaveLength(1)
  })

  it('ignores a token without text', () => {
    const view = createStreamView()
    for (const data of [null, 5, {}, { text: 7 }]) view.add({ name: 'token', data, text: '', atMs: 0 })
    view.flush()
    expect(view.text.value).toBe('')
  })
})
