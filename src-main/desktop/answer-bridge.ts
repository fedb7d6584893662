import { open, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  BRIDGE_CALLS,
  channelOf,
  MAX_FILE_BYTES,
  type BridgeCall,
  type FileKind,
  type OpenedFile,
} from '../../src-shared/desktop-bridge.ts'
import { readBridgeCall, safeFileName, type BridgeValues } from './bridge-policy.ts'
import type { ElectronPort } from './electron-port.ts'

export interface BridgeParts {
  readonly electron: ElectronPort
  readonly pageOrigin: () => string
  readonly notify: (text: string) => void
  readonly restartGateway: () => Promise<void>
}

type Answers = { readonly [Call in BridgeCall]: (...values: BridgeValues<Call>) => unknown }

/** Answers the page's calls, each only to the page itself and only with valid values. */
export function answerBridge(parts: BridgeParts): void {
  const { electron, pageOrigin } = parts
  const answers = answersOf(parts)
  for (const call of BRIDGE_CALLS) {
    electron.ipcMain.handle(channelOf(call), (event, ...values) => {
      // Values and answer belong to the same call, which the compiler cannot see across the loop.
      const answer = answers[call] as (...values: unknown[]) => unknown
      return answer(...readBridgeCall(call, event, values, pageOrigin()))
    })
  }
}

function answersOf({ electron, notify, restartGateway }: BridgeParts): Answers {
  const { clipboard, nativeTheme } = electron
  return {
    readClipboard: async (max) => (await clipboard.readText()).slice(0, max),
    openFile: (kinds) => openFile(electron, kinds),
    saveFile: (name, bytes) => saveFile(electron, name, bytes),
    notify,
    setTitleBar: (theme) => {
      nativeTheme.themeSource = theme
    },
    restartGateway,
  }
}

async function openFile({ dialog }: ElectronPort, kinds: readonly FileKind[]): Promise<OpenedFile | null> {
  const filters = kinds.map(({ name, extensions }) => ({ name, extensions: [...extensions] }))
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openFile'], filters })
  const [path] = filePaths
  return canceled || path === undefined ? null : { name: basename(path), bytes: await readWhole(path) }
}

// The size is that of the opened file, so that it is the file that is read.
async function readWhole(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > MAX_FILE_BYTES) {
      throw new Error(`Choose a file of at most ${MAX_FILE_BYTES / 1024 / 1024} MiB.`)
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
    return new Uint8Array(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

async function saveFile({ dialog }: ElectronPort, name: string, bytes: Uint8Array): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: safeFileName(name) })
  if (canceled || filePath === '') return false
  await writeFile(filePath, bytes)
  return true
}
