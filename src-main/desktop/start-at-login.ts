import { mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { writePrivateFile } from '../data-folder/private-file.ts'
import type { ElectronPort } from './electron-port.ts'

/** Starts Toolgate without showing a window. */
export const HIDDEN_FLAG = '--hidden'

/** The path that starts this program: an AppImage runs from a folder that is gone at the next login. */
export function programOf(env: NodeJS.ProcessEnv, execPath: string): string {
  return env.APPIMAGE ?? execPath
}

/**
 * The entry with which a Linux desktop starts a program at login.
 * @see https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html for the quoting
 */
export function autostartEntry(program: string): string {
  // Quoted first as an argument, then as a string of the file, which doubles backslashes; % starts a field code.
  const argument = `"${program.replace(/["`$\\]/g, '\\$&')}"`
  const exec = argument.replaceAll('\\', '\\\\').replaceAll('%', '%%')
  return `[Desktop Entry]\nType=Application\nName=Toolgate\nExec=${exec} ${HIDDEN_FLAG}\n`
}

/** The folder of autostart entries. */
export function autostartFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart')
}

/** Makes the system start Toolgate in the tray at login, or stop doing so. */
export function startAtLogin(
  { app }: ElectronPort,
  on: boolean,
  machine: {
    readonly platform: NodeJS.Platform
    readonly env: NodeJS.ProcessEnv
    readonly execPath: string
  },
): void {
  if (machine.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN_FLAG] })
    return
  }
  const folder = autostartFolder(machine.env)
  const file = join(folder, 'toolgate.desktop')
  if (!on) return rmSync(file, { force: true })
  const program = programOf(machine.env, machine.execPath)
  // An entry is one line, so a path with a line end in it cannot be written.
  if (/[\r\n]/.test(program))
    throw new Error('The path of the program contains a line break. Move Toolgate to another folder.')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writePrivateFile(file, autostartEntry(program))
}
