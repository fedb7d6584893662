// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_FILE_BYTES } from '../../../src-shared/files/file-limits.ts'
import FileField from '../../../src-renderer/tools/call/fields/FileField.vue'
import { emptyRequired, toDraft, toInput } from '../../../src-renderer/tools/call/form-draft.ts'
import { fieldsOf } from '../../../src-renderer/tools/call/schema-fields.ts'

const SCHEMA = { properties: { image: { type: 'string', maxLength: 4_000_000 } }, required: ['image'] }
const FIELDS = fieldsOf(SCHEMA)
const ID = 'file_0123456789abcdef01234567'
const KEPT = { id: ID, name: 'dot.png', bytes: 2_000 }

beforeEach(() => setActivePinia(createPinia()))
afterEach(() => vi.unstubAllGlobals())

const field = (reference?: { file: string }) =>
  mount(FileField, {
    props: { field: FIELDS[0]!, inputId: 'i', reference },
    slots: { default: '<input />' },
  })
const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'dot.png', { type: 'image/png' })
const dropOn = async (wrapper: ReturnType<typeof field>, file: File) => {
  const dataTransfer = { types: ['Files'], files: [file], getData: () => '' }
  await wrapper.trigger('drop', { dataTransfer })
  await flushPromises()
}

/** A gateway at the other end of the network, which keeps files. */
function answerWith(status: number, body: object): { readonly sent: RequestInit[] } {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    sent.push(init)
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
  return { sent }
}

describe('a field that takes a file', () => {
  it('uploads a dropped file as it is, and refers to it', async () => {
    const { sent } = answerWith(201, { ok: true, file: KEPT })
    const wrapper = field()
    await dropOn(wrapper, fileOf(3))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toBeInstanceOf(Blob)
    expect(new Headers(sent[0]?.headers).get('content-type')).toBe('image/png')
    expect(wrapper.emitted('file')).toEqual([[{ file: ID }]])
    await wrapper.setProps({ reference: { file: ID } })
    expect(wrapper.text()).toContain('dot.png')
    expect(wrapper.text()).toContain('2 KB')
    await wrapper.get('[aria-label="Remove the file dot.png"]').trigger('click')
    expect(wrapper.emitted('file')?.at(-1)).toEqual([undefined])
  })

  it('says why a file is refused, without sending one that is too large', async () => {
    const { sent } = answerWith(400, {
      ok: false,
      error: { code: 'validation_error', message: 'No room.' },
    })
    const wrapper = field()
    await dropOn(wrapper, fileOf(MAX_FILE_BYTES + 1))
    expect(sent).toEqual([])
    expect(wrapper.get('[role=alert]').text()).toBe('A file may have 4 MB.')
    await dropOn(wrapper, fileOf(3))
    expect(wrapper.get('[role=alert]').text()).toBe('No room.')
    expect(wrapper.emitted('file')).toBeUndefined()
  })
})

describe('the form', () => {
  it('keeps a reference in place of a text, and sends it as it is', () => {
    const input = { image: { file: ID } }
    const draft = toDraft(FIELDS, input)
    expect(toInput(FIELDS, draft).input).toEqual(input)
    expect(emptyRequired(FIELDS, draft)).toEqual([])
    expect(emptyRequired(FIELDS, toDraft(FIELDS, {}))).toEqual(['image'])
  })
})
