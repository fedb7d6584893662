import { expect, it } from 'vitest'
import { seen } from '../../support/electron.ts'
import '../../../src-main/desktop/preload.ts'

it('gives the page the operating system and nothing of Node', () => {
  const bridge = seen.exposed.get('toolgate') as { platform: () => string }
  expect(Object.keys(bridge)).toEqual(['platform'])
  expect(bridge.platform()).toBe(process.platform)
})
