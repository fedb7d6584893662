import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)

describe('validate-phone', () => {
  it.each([
    [{ phone: '+49 1512 3456789' }, { valid: true, country: 'DE', type: 'MOBILE' }],
    [{ phone: '0800 3301000', country: 'DE' }, { type: 'TOLL_FREE' }],
    [{ phone: '+1 212 555 01' }, { valid: false, possible: false }],
    [{ phone: '555' }, { valid: false, reason: expect.stringContaining('country') }],
    [{ phone: 'call me' }, { valid: false }],
    // ITU-T E.164, NANP: area codes begin with 2 to 9.
    [
      { phone: '+1 123 456 7890' },
      { valid: false, possible: true, reason: 'No such number is given out in its country' },
    ],
    // ITU-T E.161
    [
      { phone: '1-800-FLOWERS', country: 'US' },
      { valid: true, e164: '+18003569377' },
    ],
    [{ phone: '+1 650 253 0000 ext. 12' }, { e164: '+16502530000', extension: '12' }],
    [
      { phone: '12345', country: 'DE' },
      { possible: true, valid: false, reason: expect.any(String) },
    ],
    // RFC 3966, 6; its 555 numbers belong to nobody.
    [{ phone: 'tel:+1-201-555-0123' }, { valid: true, e164: '+12015550123' }],
    [{ phone: 'TEL:+1-201-555-0123;ext=12' }, { e164: '+12015550123', extension: '12' }],
    [{ phone: 'tel:253-0000;phone-context=+1-650' }, { valid: true, e164: '+16502530000' }],
    [{ phone: 'tel:650-253-0000;phone-context=example.com', country: 'US' }, { e164: '+16502530000' }],
  ])('judges %j', async (input, answer) => {
    expect(await run('validate-phone', input)).toMatchObject(answer)
  })

  it('refuses an unknown country', async () => {
    await expect(run('validate-phone', { phone: '1', country: 'XX' })).rejects.toMatchObject({
      path: 'country',
    })
  })
})

describe('validate-credit-card', () => {
  // Test numbers of Mastercard's 2-series, Discover, JCB, Diners Club.
  it.each([
    ['2223003122003222', 'mastercard'],
    ['6011111111111117', 'discover'],
    ['3530111333300000', 'jcb'],
    ['30569309025904', 'diners-club'],
    ['4222222222222', 'visa'],
  ])('%s is of %s', async (number, brand) => {
    expect(await run('validate-credit-card', { number })).toMatchObject({
      valid: true,
      luhn_valid: true,
      brand,
    })
  })

  it.each(['', '0', '4111', 'four', '0000000000000000', '4111111111111111x'])(
    '%j is not a card number',
    async (number) => {
      const answer = await run('validate-credit-card', { number })
      expect(answer).toMatchObject({ valid: false, last_four: null })
    },
  )
})

describe('validate-iban', () => {
  it('accepts and splits the example of every country of the registry', async () => {
    const file = new URL('../../../fixtures/standards/iban-registry.json', import.meta.url)
    const { countries } = JSON.parse(readFileSync(file, 'utf8')) as { countries: unknown[][] }
    expect(countries).toHaveLength(89)
    for (const [country, value, bank, branch, sepa] of countries) {
      const answer = await run('validate-iban', { value })
      // The registry says nothing about branches in France, where they are as in Monaco.
      const known = country === 'FR' ? '01005' : branch
      expect(answer).toMatchObject({
        valid: true,
        country,
        bank,
        branch: known,
        sepa,
        account: expect.stringMatching(/^\w+$/),
      })
    }
  })

  it('gives the account of an IBAN of GB, and the banks of SO and HN', async () => {
    expect(await run('validate-iban', { value: 'GB29NWBK60161331926819' })).toMatchObject({
      account: '31926819',
    })
    expect(await run('validate-iban', { value: 'SO211000001001000100141' })).toMatchObject({ bank: '1000' })
    expect(await run('validate-iban', { value: 'HN88CABF00000000000250005469' })).toMatchObject({
      bank: 'CABF',
    })
  })

  // SWIFT, IBAN registry: the examples of these countries.
  it.each([
    ['GB29NWBK60161331926819', 'GB'],
    ['FR1420041010050500013M02606', 'FR'],
    ['NO9386011117947', 'NO'],
    ['MT84MALT011000012345MTLCAST001S', 'MT'],
    ['br18 0036 0305 0000 1000 9795 493c 1', 'BR'],
  ])('%s is valid', async (value, country) => {
    expect(await run('validate-iban', { value })).toMatchObject({ valid: true, kind: 'iban', country })
  })

  it.each([
    ['GB29NWBK6016133192681', 'length'],
    ['XX29NWBK60161331926819', 'registry'],
    ['DE89 3704 0044 0532 0130', 'length'],
    ['GB29NWB160161331926819', 'form'],
    ['', 'IBAN is empty'],
  ])('%j is not valid', async (value, reason) => {
    const { valid, reasons } = await run('validate-iban', { value })
    expect(valid).toBe(false)
    expect(reasons.join()).toContain(reason)
  })

  it.each([
    ['DEUTDEFF', true],
    ['DEUTXXFF', false],
    ['DEUTDEFF5', false],
  ])('the BIC %s: %s', async (value, valid) => {
    expect(await run('validate-iban', { value, kind: 'bic' })).toMatchObject({ valid, kind: 'bic' })
  })
})
