import { contextBridge } from 'electron'
import type { DesktopBridge } from '../../src-shared/desktop-bridge.ts'

const bridge: DesktopBridge = {
  platform: () => process.platform,
}

contextBridge.exposeInMainWorld('toolgate', bridge)
