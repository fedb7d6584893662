import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>

describe('comm-vcard-create', () => {
  const write = async (contact: object) => String((await run('comm-vcard-create', contact)).vcard)

  it('folds lines after 75 bytes and within no character (RFC 6350, 3.2)', async () => {
    const note = `${'ü😀,;\\'.repeat(60)}\nend`
    const vcard = await write({ full_name: 'A', note })
    const lines = vcard.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    const unfolded = vcard.replaceAll('\r\n ', '')
    expect(unfolded).toContain(`NOTE:${note.replaceAll(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n')}`)
  })

  it('refuses control characters instead of leaving them out (RFC 6350, 3.3)', async () => {
    await expect(write({ full_name: 'A\u0000B' })).rejects.toThrow('U+0000')
    await expect(write({ full_name: 'A', address: { city: '\u009b' } })).rejects.toMatchObject({
      path: 'address.city',
    })
    expect(await write({ full_name: 'A\tB' })).toContain('FN:A\tB\r\n')
  })

  it('lets no field start another one', async () => {
    const hostile = 'x\r\nEMAIL:evil@example.com\nBEGIN:VCARD\rX:y'
    const vcard = await write({
      first_name: hostile,
      company: hostile,
      note: hostile,
      address: { street: hostile },
    })
    expect(vcard).not.toMatch(/^(?:EMAIL|X)\b/m)
    expect(vcard.match(/^BEGIN:VCARD$/gm)).toHaveLength(1)
  })

  it('writes what each version requires', async () => {
    const contact = {
      full_name: 'A',
      birthday: '1990-05-15',
      emails: ['a@example.com', 'b@example.com'],
      url: 'https://example.com/a;b,c',
    }
    expect(await write(contact)).toContain(
      'EMAIL;PREF=1:a@example.com\r\nEMAIL;PREF=2:b@example.com\r\nURL:https://example.com/a;b,c\r\nBDAY:19900515',
    )
    expect(await write({ ...contact, version: '3.0' })).toContain('BDAY:1990-05-15')
    const phones = ['*100#', '5', '112,,3;4', '+1 (555) 123-4567 ext. 89'].map((number) => ({ number }))
    expect(await write({ ...contact, phones })).toContain(
      ['*100#', '5', '112\\,\\,3\\;4', '+1 (555) 123-4567 ext. 89']
        .map((tel) => `TEL;TYPE=cell:${tel}`)
        .join('\r\n'),
    )
  })

  it('requires a name', async () => {
    await expect(write({ emails: ['a@example.com'] })).rejects.toBeInstanceOf(InvalidInput)
  })
})
