import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'

const failure = z.looseObject({
  error: z.looseObject({ code: z.string().optional(), summary: z.string().optional() }),
})
const OFFLINE =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONN\w*|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR|EIDLETIMEOUT|EPROTO|E50\d)$/

/** What went wrong in npm, in a sentence without its full stop. @param wanted the package */
export function npmFailure(printed: string, stderr: string, wanted: string): string {
  const { code = '', summary = '' } = readFailure(printed) ?? {}
  if (OFFLINE.test(code))
    return (
      `The registry of npm cannot be reached (${code}). Connect to it and try again; npm config get registry says ` +
      'which one is asked'
    )
  if (code === 'E404') return `The registry has no package ${wanted}`
  if (code === 'ETARGET') return `The registry has no version ${wanted}`
  if (code === 'EINTEGRITY') return `What the registry sent is not the ${wanted} that was shown`
  if (code === 'E401' || code === 'E403' || code === 'ENEEDAUTH')
    return `The registry refuses ${wanted} (${code}). Sign in with npm login, if it is yours`
  const words = summary || stderr.trim().split('\n').at(-1) || 'it ended with an error'
  return `npm could not work out ${wanted}: ${words.slice(0, 300)}`
}

function readFailure(printed: string) {
  try {
    return failure.parse(parseJson(printed)).error
  } catch {
    // Not every failure is told as JSON.
    return null
  }
}
