import { relative, isAbsolute } from 'node:path'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import type { Machine } from './machine.ts'
import { commandLineOf, type ServiceSetup } from './service-setup.ts'
import type { ServiceSystem } from './service-system.ts'

/** Folders of programs that are run without being installed, as npx, pnpm dlx, yarn dlx and bunx name them. */
const CACHES = /[\\/](_npx|dlx(-[^\\/]*)?|bunx-[^\\/]*)[\\/]/

/**
 * Refuses a service that would not be there tomorrow, or that would have more rights than its user.
 * @param electron the version of Electron, in the desktop app
 * @throws CommandFailed saying what to do instead
 */
export function refuseService(
  setup: ServiceSetup,
  system: ServiceSystem,
  machine: Machine,
  electron: string | undefined,
): void {
  const fault = rightsFault(machine) ?? placeFault(setup, machine, electron) ?? textFault(setup, system)
  if (fault !== null) throw new CommandFailed(fault, EXIT.failed)
}

/** @throws CommandFailed for root */
export function refuseRoot(machine: Machine): void {
  const fault = rightsFault(machine)
  if (fault !== null) throw new CommandFailed(fault, EXIT.failed)
}

function rightsFault({ uid }: Machine): string | null {
  return uid === 0
    ? 'A service belongs to a user and never to root, who could do more than its tools need. Run this as the user ' +
        'who uses Toolgate, without sudo.'
    : null
}

function placeFault(
  { node, entry }: ServiceSetup,
  { temp }: Machine,
  electron: string | undefined,
): string | null {
  if (electron !== undefined) return 'The desktop app needs no service: its menu has Start at login.'
  if (CACHES.test(entry))
    return (
      `This Toolgate lies in a cache, which may be emptied at any time (${entry}). Install it first, with npm ` +
      'install --global and the name or file that you gave to npx; then run toolgate service install.'
    )
  const gone = [node, entry].find((path) => isBelow(temp, path))
  return gone === undefined
    ? null
    : `${gone} lies in the folder for temporary files, which is emptied. Install Toolgate in another folder first.`
}

function textFault(setup: ServiceSetup, system: ServiceSystem): string | null {
  const words = commandLineOf(setup)
  const word = words.find(hasControls)
  const fault =
    word === undefined ? system.unwritable(words) : `${JSON.stringify(word)} has a control character`
  return fault === null ? null : `${fault}. Use another folder.`
}

function hasControls(word: string): boolean {
  return [...word].some((character) => character < ' ' || character === '\u007F')
}

function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)
}
