import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { autostartEntry, autostartFolder, programOf } from '../../../src-main/desktop/start-at-login.ts'

const execLine = (program: string) => /^Exec=(.*)$/m.exec(autostartEntry(program))![1]!

describe('the entry that starts Toolgate at login', () => {
  it('starts a program whatever its path means to the desktop or a shell', () => {
    const program = '/opt/a "b" $HOME `id` \\ 100% c/toolgate'
    // By the specification: undo the file's own escapes and the codes, then read the quotes as a shell would.
    const line = execLine(program).replaceAll('\\\\', '\\').replaceAll('%%', '%')
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    expect(words).toBe(`${program}\n--hidden\n`)
  })

  it('starts the AppImage, and not the folder where it was unpacked', () => {
    expect(programOf({ APPIMAGE: '/home/ada/T.AppImage' }, '/tmp/.mount_T/toolgate')).toBe(
      '/home/ada/T.AppImage',
    )
    expect(programOf({}, '/usr/bin/toolgate')).toBe('/usr/bin/toolgate')
  })

  it('lies in the folder that the desktop reads', () => {
    expect(autostartFolder({ XDG_CONFIG_HOME: '/x' })).toBe('/x/autostart')
    expect(autostartFolder({ XDG_CONFIG_HOME: '' })).toMatch(/\/\.config\/autostart$/)
  })
})
