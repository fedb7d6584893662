import { expect, it } from 'vitest'
import { canShowWindow } from '../../build/electron-program.mjs'

it.each([
  ['linux', {}, false, false],
  ['linux', { DISPLAY: '' }, false, false],
  ['linux', { DISPLAY: ':0' }, false, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, false, true],
  ['linux', { DISPLAY: ':0' }, true, false],
  ['darwin', {}, false, true],
  ['win32', {}, false, true],
])(
  'tells whether on %s with %o and root %s a window can be shown: %s',
  (platform, env, isRoot, expected) => {
    expect(canShowWindow({ platform, env, isRoot })).toBe(expected)
  },
)
