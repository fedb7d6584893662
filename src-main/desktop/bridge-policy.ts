import { basename } from 'node:path'
import { z } from 'zod'
import {
  MAX_CLIPBOARD_CHARS,
  MAX_FILE_BYTES,
  MAX_FILE_NAME_CHARS,
  MAX_NOTICE_CHARS,
  type BridgeCall,
} from '../../src-shared/desktop-bridge.ts'
import type { IpcEvent } from './electron-port.ts'
import { isAllowedNavigation } from './window-policy.ts'

const extension = z.string().regex(/^[a-z0-9]{1,12}$/i)
const kind = z.strictObject({
  name: z.string().min(1).max(60),
  extensions: z.array(extension).min(1).max(20),
})

/** The values each call of the bridge takes. There are no other calls. */
const BRIDGE_VALUES = {
  readClipboard: z.tuple([z.number().int().min(1).max(MAX_CLIPBOARD_CHARS)]),
  openFile: z.tuple([z.array(kind).max(10)]),
  saveFile: z.tuple([
    z.string().min(1).max(MAX_FILE_NAME_CHARS),
    z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= MAX_FILE_BYTES),
  ]),
  notify: z.tuple([z.string().trim().min(1).max(MAX_NOTICE_CHARS)]),
  setTitleBar: z.tuple([z.enum(['light', 'dark', 'system'])]),
  restartGateway: z.tuple([]),
} satisfies Record<BridgeCall, z.ZodTuple>

export type BridgeValues<Call extends BridgeCall> = z.infer<(typeof BRIDGE_VALUES)[Call]>

/** Whether a message comes from the page itself: from its own window's frame, and from the gateway's address. */
function isFromPage({ senderFrame }: IpcEvent, pageOrigin: string): boolean {
  // A frame that has navigated since is null, so the sender is unknown.
  return (
    senderFrame !== null && senderFrame.parent === null && isAllowedNavigation(senderFrame.url, pageOrigin)
  )
}

/**
 * The values of a call, checked.
 * @throws Error naming the call when the sender is not the page or its values are not valid
 */
export function readBridgeCall<Call extends BridgeCall>(
  call: Call,
  event: IpcEvent,
  values: readonly unknown[],
  pageOrigin: string,
): BridgeValues<Call> {
  if (!isFromPage(event, pageOrigin)) throw new Error(`${call} is for Toolgate's own page.`)
  const read = BRIDGE_VALUES[call].safeParse(values)
  if (!read.success) throw new Error(`${call} was called with values that it does not take.`)
  // The schema was looked up by this same call.
  return read.data as BridgeValues<Call>
}

/** A file name that cannot lead to another folder and that every system accepts. */
export function safeFileName(name: string): string {
  const plain = basename(name.replaceAll('\\', '/')).replace(/[\0-\x1f<>:"|?*]/g, '_')
  return /^\.*$/.test(plain) ? 'toolgate' : plain
}
