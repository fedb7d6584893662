import type { ServerContext } from '@modelcontextprotocol/server'
import { counted } from '../../src-shared/counted.ts'
import type { CallObserver } from '../pipeline/call.ts'

const EVERY_MS = 1_000

/** Follows a running call; `end` stops the notifications. */
export interface CallProgress {
  readonly observer: CallObserver
  end(): void
}

/** For a call that its client does not follow. */
export const SILENT: CallProgress = {
  observer: { started: () => undefined, progress: () => undefined, token: () => undefined },
  end: () => undefined,
}

/**
 * Notifies a client that has asked for it of the progress of a call: every second that it runs, and whenever its tool
 * reports something. The progress is the seconds that have passed, since most tools do not know how many there will be.
 */
export function followCall(slug: string, { mcpReq }: ServerContext): CallProgress {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return SILENT
  const began = performance.now()
  let told = 0
  let characters = 0
  let status = ''
  const tell = (): void => {
    // Each notification must tell of more progress than the one before.
    const seconds = Math.max((performance.now() - began) / 1_000, told + 0.001)
    told = Math.round(seconds * 1_000) / 1_000
    const written = characters === 0 ? '' : `, ${counted(characters, 'character')} written`
    const message = `${slug} is running${status === '' ? '' : `: ${status}`}${written}`
    const params = { progressToken, progress: told, message }
    // A client that has left hears nothing; the call itself notices that.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  const timer = setInterval(tell, EVERY_MS)
  return {
    observer: {
      started: () => undefined,
      progress: (_percent, said) => {
        status = said
        tell()
      },
      token: (_field, text) => {
        characters += text.length
      },
    },
    end: () => clearInterval(timer),
  }
}
