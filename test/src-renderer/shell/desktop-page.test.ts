// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import GoneBanner from '../../../src-renderer/shell/GoneBanner.vue'
import { useDesktop } from '../../../src-renderer/shell/use-desktop.ts'
import { useClipboard } from '../../../src-renderer/tools/search/clipboard.ts'
import { useGateway } from '../../../src-renderer/gateway/gateway.ts'
import type { DesktopBridge } from '../../../src-shared/desktop-bridge.ts'

let wrapper: VueWrapper | null = null
beforeEach(() => setActivePinia(createPinia()))
afterEach(() => {
  wrapper?.unmount()
  wrapper = null
  vi.unstubAllGlobals()
})

/** The desktop's side of the bridge, which no test has Electron for. */
function showInDesktop(bridge: Partial<DesktopBridge>): void {
  vi.stubGlobal('toolgate', bridge)
}

describe('a gateway that has ended', () => {
  function banner(): VueWrapper {
    useGateway().gone = true
    return (wrapper = mount(GoneBanner))
  }
  const buttons = (of: VueWrapper) => of.findAll('button').map((button) => button.text())

  it('can be restarted from the desktop, and not from a browser', async () => {
    const inBrowser = banner()
    expect(buttons(inBrowser)).toEqual(['Retry'])
    inBrowser.unmount()
    const restart = vi.fn(() => Promise.resolve())
    showInDesktop({ restartGateway: restart })
    const inDesktop = banner()
    expect(buttons(inDesktop)).toEqual(['Restart', 'Retry'])
    await inDesktop.get('button').trigger('click')
    expect(restart).toHaveBeenCalledOnce()
  })

  it('says so when it cannot be restarted', async () => {
    showInDesktop({ restartGateway: () => Promise.reject(new Error('in use')) })
    const shown = banner()
    await shown.get('button').trigger('click')
    await expect.poll(() => shown.text()).toContain('It could not be restarted.')
    expect(buttons(shown)).toContain('Restart')
  })
})

describe('the clipboard of the desktop', () => {
  function page(): void {
    const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
    const open = { palette: () => undefined, help: () => undefined }
    const component = defineComponent({ setup: () => (useDesktop(open), () => null) })
    wrapper = mount(component, { global: { plugins: [router] } })
  }

  it('is looked at when the window comes to the front, until that is switched off or the page closes', async () => {
    let held = '{"first": 1}'
    const read = vi.fn(async () => held)
    showInDesktop({ readClipboard: read })
    page()
    const offered = () => useClipboard().offer?.text
    await expect.poll(offered).toBe(held)
    held = '{"second": 2}'
    window.dispatchEvent(new Event('focus'))
    await expect.poll(offered).toBe(held)
    useClipboard().watches = false
    window.dispatchEvent(new Event('focus'))
    expect(read).toHaveBeenCalledTimes(2)
    useClipboard().watches = true
    wrapper?.unmount()
    window.dispatchEvent(new Event('focus'))
    expect(read).toHaveBeenCalledTimes(2)
  })
})
