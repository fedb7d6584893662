import { constants } from 'node:fs'
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises'
import { isAbsolute } from 'node:path'

/** macOS: no component of the path may be a link. Node has no name for it. */
const O_NOFOLLOW_ANY = 0x20000000
// Without O_NONBLOCK opening a pipe would wait for whoever writes into it. Windows knows neither of them.
const FLAGS =
  constants.O_RDONLY |
  (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK) |
  (process.platform === 'darwin' ? O_NOFOLLOW_ANY : 0)

/** What a path led to: the bytes of a file, or why there are none. */
export type ReadPath = Buffer | 'unreadable' | 'too large'

/**
 * Reads a file, if its real path is allowed. The path may have links, but what they lead to counts. After the file is
 * open its path is checked once more, so that a folder that is replaced by a link in between leads nowhere.
 * @param mayRead whether a real path is allowed
 * @param most the most bytes
 */
export async function readPath(
  path: string,
  mayRead: (realPath: string) => boolean,
  most: number,
): Promise<ReadPath> {
  if (!isAbsolute(path) || path.includes('\0') || path.split(/[/\\]/).includes('..')) return 'unreadable'
  let file: FileHandle | undefined
  try {
    const real = await realpath(path)
    if (!mayRead(real)) return 'unreadable'
    file = await open(real, FLAGS)
    if (!(await isStillAt(file, real))) return 'unreadable'
    return await contentOf(file, most)
  } catch {
    // Missing, forbidden by the system, a link by now: all the same for a caller, who must not learn which.
    return 'unreadable'
  } finally {
    await file?.close()
  }
}

/** Whether an open file is the one at this path, with no link on the way. */
async function isStillAt(file: FileHandle, real: string): Promise<boolean> {
  // The kernel's own record of where the open file is.
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${file.fd}`)) === real
  const [opened, now, where] = await Promise.all([
    file.stat({ bigint: true }),
    lstat(real, { bigint: true }),
    realpath(real),
  ])
  return where === real && opened.dev === now.dev && opened.ino === now.ino
}

async function contentOf(file: FileHandle, most: number): Promise<ReadPath> {
  const stats = await file.stat()
  if (!stats.isFile()) return 'unreadable'
  if (stats.size > most) return 'too large'
  // What is appended from here on, to a log for example, is not of this reading.
  const buffer = Buffer.alloc(stats.size)
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}
