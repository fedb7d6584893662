import type { ChildProcess } from 'node:child_process'

/**
 * Ends a worker's process, whatever it is doing. A sandboxed worker is a grandchild: the kill ends the program that
 * made the sandbox, and the system ends the rest with it, but not if that program had not yet asked for this. The
 * closed channel ends what the kill missed, since a worker exits when nobody is left to answer.
 */
export function killWorker(child: ChildProcess): void {
  closeChannel(child)
  child.kill('SIGKILL')
}

/** Closes the channel to a worker, also to one whose sandbox has ended without it. */
export function closeChannel(child: ChildProcess): void {
  if (child.connected) child.disconnect()
}
