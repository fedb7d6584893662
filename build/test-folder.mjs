import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux has a file system in memory. */
const IN_MEMORY = '/dev/shm'
/** Far more than the tests have at once, and so much that a machine has memory left for them. */
const ROOM_BYTES = 2 * 1024 ** 3

/**
 * Makes the folder for all that the tests of one run write: in memory where that is possible, so that they do not wait
 * for a disk, and otherwise in the system's temporary folder.
 * @returns {string} its path
 */
export function makeTestFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'toolgate-check-'))
  // PostgreSQL does not run as root; the account that it gets then has a folder of its own in here.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoomInMemory() {
  if (process.platform !== 'linux' || process.env['TMPDIR']) return false
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM_BYTES && freemem() >= ROOM_BYTES && canRunPrograms()
  } catch {
    return false
  }
}

/** Tests write programs and run them, which many containers do not allow in memory. */
function canRunPrograms() {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, place]) => place === IN_MEMORY)
  return mount?.[3] !== undefined && !mount[3].split(',').includes('noexec')
}
