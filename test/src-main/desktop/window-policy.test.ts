import { describe, expect, it } from 'vitest'
import { isAllowedNavigation, isExternalLink } from '../../../src-main/desktop/window-policy.ts'

const PAGE = 'http://127.0.0.1:4777'

describe('where a window may go', () => {
  it.each([`${PAGE}/`, `${PAGE}/#/tools`, `${PAGE}/v1/health?x=1`])('stays on %s', (url) => {
    expect(isAllowedNavigation(url, PAGE)).toBe(true)
  })

  it.each([
    'http://127.0.0.1:4777.example.com/',
    'http://127.0.0.1:4777@example.com/',
    'http://127.0.0.1/',
    'https://127.0.0.1:4777/',
    'http://localhost:4777/',
    'javascript:alert(1)',
    'data:text/html,hi',
    'file:///etc/passwd',
    `blob:${PAGE}/9c1f`,
    `filesystem:${PAGE}/temporary/x`,
    'about:blank',
    '',
  ])('does not go to %s', (url) => {
    expect(isAllowedNavigation(url, PAGE)).toBe(false)
  })
})

describe('what is handed to the browser', () => {
  it('is https and no scheme that starts a program', () => {
    expect(isExternalLink('https://example.com/docs', PAGE)).toBe(true)
    for (const url of ['http://example.com/', 'smb://host/share', 'ms-settings:', 'file:///bin/sh', 'x']) {
      expect(isExternalLink(url, PAGE)).toBe(false)
    }
  })

  it('is a document of the gateway that needs no session, and nothing else of its origin', () => {
    for (const path of [
      '/docs',
      '/docs/errors/rate_limited',
      '/v1/openapi.json',
      '/.well-known/ai-tools.json',
    ])
      expect(isExternalLink(`${PAGE}${path}`, PAGE), path).toBe(true)
    for (const path of ['/', '/#/docs', '/docs-of-others', '/v1/tools', '/app/export'])
      expect(isExternalLink(`${PAGE}${path}`, PAGE), path).toBe(false)
    expect(isExternalLink('http://127.0.0.1:4778/docs', PAGE)).toBe(false)
    expect(isExternalLink('http://127.0.0.1:4777@example.com/docs', PAGE)).toBe(false)
  })
})
