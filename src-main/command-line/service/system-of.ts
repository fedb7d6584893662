import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { LAUNCHD } from './launchd-agent.ts'
import type { Machine } from './machine.ts'
import type { ServiceSystem } from './service-system.ts'
import { SYSTEMD } from './systemd-unit.ts'
import { WINDOWS_TASKS } from './windows-task.ts'

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, ServiceSystem>>> = {
  linux: SYSTEMD,
  darwin: LAUNCHD,
  win32: WINDOWS_TASKS,
}

/** @throws CommandFailed on a system without one */
export function serviceSystemOf({ platform }: Machine): ServiceSystem {
  const system = SYSTEMS[platform]
  if (system !== undefined) return system
  throw new CommandFailed(
    `toolgate service knows systemd, launchd and the tasks of Windows, and nothing of ${platform}. Start toolgate ` +
      'serve with what your system has.',
    EXIT.failed,
  )
}
