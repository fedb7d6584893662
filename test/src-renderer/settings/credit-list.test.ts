// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Credit } from '../../../src-shared/settings.ts'
import CreditList from '../../../src-renderer/settings/CreditList.vue'

// What the build has written for the page.
const listed = JSON.parse(readFileSync('out/renderer/credits.json', 'utf8')) as readonly Credit[]

describe('About', () => {
  beforeEach(() => setActivePinia(createPinia()))
  afterEach(() => vi.unstubAllGlobals())

  it('shows every credit with a link to the work and one to its licence', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(listed)))
    const list = mount(CreditList)
    await flushPromises()
    const items = list.findAll('li').map((item) => ({
      text: item.text().replaceAll(/\s+/g, ' '),
      links: item.findAll('a').map((link) => link.attributes('href')),
    }))
    expect(items.map(({ links }) => links)).toEqual(
      listed.map(({ url, licence_url }) => [url, licence_url]),
    )
    for (const [at, { work, by, licence }] of listed.entries())
      expect(items[at]!.text).toBe(`${work} by ${by} (${licence})`)
  })

  it('says when the list could not be loaded, and loads it again', async () => {
    const answers = [
      Response.json({ error: { code: 'not_found', message: 'gone' } }, { status: 404 }),
      Response.json(listed),
    ]
    vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()))
    const list = mount(CreditList)
    await flushPromises()
    expect(list.text()).toContain('The list could not be loaded')
    await list.get('button').trigger('click')
    await flushPromises()
    expect(list.findAll('li')).toHaveLength(listed.length)
  })
})
