import { describe, expect, it } from 'vitest'
import { deepLinkIn, placeOfDeepLink } from '../../../src-main/desktop/deep-link.ts'

describe('a deep link', () => {
  it.each([
    ['toolgate://tools/text-diff', '#/tools/text-diff'],
    ['TOOLGATE://tools/text-diff/', '#/tools/text-diff'],
    ['toolgate://tools/hash-sha256?input=a%20b%26c', '#/tools/hash-sha256?input=a%20b%26c'],
    ['toolgate://tools/x?input=%7B%22a%22%3A1%7D', '#/tools/x?input=%7B%22a%22%3A1%7D'],
    ['toolgate://tools/x?input=line%0Aend%09', '#/tools/x?input=line%0Aend%09'],
    ['toolgate://tools/x?input=', '#/tools/x?input='],
    // An input that looks like part of an address stays an input.
    ['toolgate://tools/x?input=%23%2Fsettings%3Frun', '#/tools/x?input=%23%2Fsettings%3Frun'],
  ])('%s leads to %s', (link, place) => {
    expect(placeOfDeepLink(link)).toBe(place)
  })

  it('never runs anything: of its parameters only the input is passed on', () => {
    expect(placeOfDeepLink('toolgate://tools/x?run=1&input=a&autorun=true')).toBe('#/tools/x?input=a')
  })

  it.each([
    '',
    'text-diff',
    'https://tools/text-diff',
    'toolgate:tools/text-diff',
    'toolgate://tools/',
    'toolgate://tools/a/b',
    'toolgate://tools/%2e%2e/../..//settings',
    'toolgate://tools/%2e%2e%2fsettings',
    'toolgate://tools/Text-Diff',
    'toolgate://tools/a--b',
    'toolgate://settings/text-diff',
    'toolgate://tools:80/text-diff',
    'toolgate://user@tools/text-diff',
    'toolgate://user:secret@tools/text-diff',
    'toolgate://tools/text-diff#/settings',
    'toolgate://tools/text-diff?input=a&input=b',
    'toolgate://tools/text-diff?input=%00',
    'toolgate://tools/text-diff?input=%1b%5B31m',
    `toolgate://tools/${'a'.repeat(65)}`,
    `toolgate://tools/x?input=${'a'.repeat(16_384)}`,
  ])('%.60s leads nowhere', (link) => {
    expect(placeOfDeepLink(link)).toBeNull()
  })

  it('is found behind the options that Chromium adds to a second start', () => {
    expect(deepLinkIn(['toolgate', '--original-process-start-time=1', 'toolgate://tools/x'])).toBe(
      'toolgate://tools/x',
    )
    expect(deepLinkIn(['/opt/toolgate', '--hidden'])).toBeNull()
  })
})
