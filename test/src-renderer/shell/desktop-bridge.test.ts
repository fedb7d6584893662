// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import {
  desktopCall,
  desktopClipboard,
  followTheme,
  isDesktop,
  notifyDesktop,
  useMenuCommands,
} from '../../../src-renderer/shell/desktop-bridge.ts'
import type { DesktopBridge, MenuCommand } from '../../../src-shared/desktop-bridge.ts'

function showInDesktop(bridge: Partial<DesktopBridge>): void {
  vi.stubGlobal('toolgate', bridge)
}

afterEach(() => vi.unstubAllGlobals())

describe('in a browser', () => {
  it('does nothing, without failing', async () => {
    expect(isDesktop()).toBe(false)
    expect(desktopCall('saveFile')).toBeNull()
    expect(await desktopClipboard(10)).toBeNull()
    notifyDesktop('Done.')
    effectScope().run(() => {
      useMenuCommands(() => expect.unreachable())
      followTheme(ref('dark'))
    })
  })
})

describe('in the desktop', () => {
  it('hears the menu commands that it knows, as long as its component lives', () => {
    let say = (_command: string): void => undefined
    const stop = vi.fn()
    showInDesktop({
      onMenu: (listener) => {
        say = (command) => listener(command as MenuCommand)
        return stop
      },
    })
    const heard: MenuCommand[] = []
    const scope = effectScope()
    scope.run(() => useMenuCommands((command) => heard.push(command)))
    say('batch')
    say('format the disk')
    expect(heard).toEqual(['batch'])
    scope.stop()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('manages without what an older desktop lacks or refuses', async () => {
    showInDesktop({ platform: 'linux', notify: () => Promise.reject(new Error('refused')) })
    expect(isDesktop()).toBe(true)
    expect(desktopCall('openFile')).toBeNull()
    notifyDesktop('Done.')
    showInDesktop({ readClipboard: () => Promise.reject(new Error('refused')) })
    expect(await desktopClipboard(10)).toBeNull()
    await nextTick()
  })

  it('lets the frame follow the theme', async () => {
    const asked: string[] = []
    showInDesktop({ setTitleBar: async (theme) => void asked.push(theme) })
    const theme = ref<'light' | 'dark'>('light')
    const scope = effectScope()
    scope.run(() => followTheme(theme))
    theme.value = 'dark'
    await nextTick()
    scope.stop()
    expect(asked).toEqual(['light', 'dark'])
  })
})
