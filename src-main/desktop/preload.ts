import { contextBridge, ipcRenderer } from 'electron'
import {
  channelOf,
  type BridgeCall,
  type DesktopBridge,
  type MenuCommand,
} from '../../src-shared/desktop-bridge.ts'

// The main process checks every argument: whoever can change the page can change what runs here.
const ask = (call: BridgeCall, ...values: unknown[]) => ipcRenderer.invoke(channelOf(call), ...values)

const bridge: DesktopBridge = {
  platform: process.platform,
  readClipboard: (max) => ask('readClipboard', max),
  openFile: (kinds) => ask('openFile', kinds),
  saveFile: (name, bytes) => ask('saveFile', name, bytes),
  notify: (text) => ask('notify', text),
  setTitleBar: (theme) => ask('setTitleBar', theme),
  restartGateway: () => ask('restartGateway'),
  onMenu: (listener) => {
    // The event itself stays here: it holds the sender, through which anything could be sent.
    const pass = (_event: unknown, command: MenuCommand) => listener(command)
    ipcRenderer.on(channelOf('menu'), pass)
    return () => void ipcRenderer.off(channelOf('menu'), pass)
  },
}

contextBridge.exposeInMainWorld('toolgate', bridge)
