import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../../../../src-main/command-line/service/machine.ts'
import { refuseService } from '../../../../src-main/command-line/service/refuse-service.ts'
import {
  commandLineOf,
  setupIn,
  type ServiceSetup,
} from '../../../../src-main/command-line/service/service-setup.ts'
import { serviceSystemOf } from '../../../../src-main/command-line/service/system-of.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const machineOf = (platform: NodeJS.Platform): Machine => ({
  platform,
  uid: platform === 'win32' ? null : 1000,
  user: 'ada',
  home: platform === 'win32' ? String.raw`C:\Users\ada` : '/home/ada',
  temp: '/tmp',
  env: { USERDOMAIN: 'LOVELACE & SONS' },
  run: () => null,
})
const textOf = (setup: ServiceSetup, platform: NodeJS.Platform): string =>
  serviceSystemOf(machineOf(platform)).text(setup, machineOf(platform))

const setups: readonly ServiceSetup[] = [
  { node: '/usr/bin/node', entry: '/opt/toolgate/headless.js', dataDir: '/home/ada/data', port: null },
  {
    node: '/opt/a b/$HOME %h/node',
    entry: String.raw`/opt/it's "a" \n $$ ${'${USER}'} %% --> & <b>/headless.js`,
    dataDir: '/home/ada/--é 中 #;data\\',
    port: 0,
  },
]
const windows: readonly ServiceSetup[] = [
  {
    node: String.raw`C:\Program Files\nodejs\node.exe`,
    entry: String.raw`C:\Users\Ada & Co\toolgate\headless.js`,
    dataDir: 'D:\\my data\\',
    port: 4800,
  },
]

describe('the systemd unit', () => {
  it.each(setups)('starts the command line word for word: $entry', (setup) => {
    const text = textOf(setup, 'linux')
    const [, line = ''] = /^ExecStart=(.*)$/m.exec(text) ?? []
    expect(systemdWords(line)).toEqual(commandLineOf(setup))
    expect(setupIn(text)).toEqual(setup)
  })

  it('starts at login, again after a failure, and gives up on one that cannot start', () => {
    const text = textOf(setups[0]!, 'linux')
    for (const line of ['WantedBy=default.target', 'Restart=on-failure', 'StartLimitBurst=5', 'UMask=0077'])
      expect(text.split('\n')).toContain(line)
  })

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
    'is found valid by systemd itself, with a program whose path has every hard character',
    () => {
      const folder = join(makeTempDir(), `a b $HOME %h é #;`)
      mkdirSync(folder)
      const node = join(folder, 'node')
      writeFileSync(node, '')
      chmodSync(node, 0o700)
      const unit = join(makeTempDir(), 'toolgate.service')
      writeFileSync(unit, textOf({ ...setups[1]!, node }, 'linux'))
      const verify = () =>
        spawnSync('systemd-analyze', ['verify', '--user', '--man=no', unit], {
          encoding: 'utf8',
          env: { ...process.env, XDG_RUNTIME_DIR: folder },
        })
      const { status, stderr } = verify()
      const faults = stderr.split('\n').filter((line) => line.includes('toolgate'))
      expect([status, faults]).toEqual([0, []])
      writeFileSync(unit, textOf({ ...setups[1]!, node: join(folder, 'no-node') }, 'linux'))
      expect(verify().stderr).toContain('no-node')
    },
  )

  /** Splits and unescapes a command line as systemd.service(5) and systemd.unit(5) describe it. */
  function systemdWords(line: string): string[] {
    const words = [...line.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, inner]) =>
      inner!.replaceAll(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character)),
    )
    return words.map((word, at) => {
      const specified = word.replaceAll(/%(.)/g, (_all, letter: string) => (letter === '%' ? '%' : '?'))
      return at === 0
        ? specified
        : specified.replaceAll(/\$(\$|\w+|\{\w+\})/g, (_all, what: string) => (what === '$' ? '$' : ''))
    })
  }
})

describe('the launchd agent', () => {
  it.each(setups)('starts the command line word for word: $entry', (setup) => {
    const text = textOf(setup, 'darwin')
    const { plist } = parsed(text)
    expect(plist.dict.array.string).toEqual(commandLineOf(setup))
    expect(setupIn(text)).toEqual(setup)
  })

  it('starts at login, and again only after a failure', () => {
    const { dict } = parsed(textOf(setups[0]!, 'darwin')).plist
    expect(dict.key).toEqual(expect.arrayContaining(['RunAtLoad', 'KeepAlive']))
    expect(dict.dict).toEqual({ key: 'SuccessfulExit', false: '' })
  })
})

describe('the Windows task', () => {
  it.each(windows)('starts the command line word for word, without a window: $entry', (setup) => {
    const text = textOf(setup, 'win32')
    const { Command, Arguments } = parsed(text).Task.Actions.Exec
    expect(Command).toBe('conhost.exe')
    expect(windowsWords(Arguments)).toEqual(['--headless', ...commandLineOf(setup)])
    expect(setupIn(text)).toEqual(setup)
  })

  it('belongs to one user without more rights, and starts again within five minutes', () => {
    const { Triggers, Principals, Settings } = parsed(textOf(windows[0]!, 'win32')).Task
    expect(Triggers.LogonTrigger).toMatchObject({
      Repetition: { Interval: 'PT5M' },
      UserId: String.raw`LOVELACE & SONS\ada`,
    })
    expect(Principals.Principal).toMatchObject({
      LogonType: 'InteractiveToken',
      RunLevel: 'LeastPrivilege',
    })
    expect(Settings).toMatchObject({ MultipleInstancesPolicy: 'IgnoreNew', ExecutionTimeLimit: 'PT0S' })
  })

  it('is a file that schtasks can read: UTF-16 with its mark', () => {
    const text = textOf(windows[0]!, 'win32')
    expect(serviceSystemOf(machineOf('win32')).encoding).toBe('utf16le')
    expect([...Buffer.from(text, 'utf16le').subarray(0, 4)]).toEqual([0xff, 0xfe, 0x3c, 0])
    expect(text).toContain('encoding="UTF-16"')
  })

  /** Splits a command line as CommandLineToArgvW does. */
  function windowsWords(line: string): string[] {
    const words: string[] = []
    let word: string | null = null
    let quoted = false
    for (let at = 0; at < line.length; at++) {
      const slashes = /^\\*/.exec(line.slice(at))![0].length
      if (slashes > 0 && line[at + slashes] === '"') {
        word = (word ?? '') + '\\'.repeat(Math.floor(slashes / 2))
        at += slashes - 1
        if (slashes % 2 === 1) {
          word += '"'
          at++
        }
      } else if (line[at] === '"') {
        quoted = !quoted
        word ??= ''
      } else if (line[at] === ' ' && !quoted) {
        if (word !== null) words.push(word)
        word = null
      } else word = (word ?? '') + line[at]
    }
    return word === null ? words : [...words, word]
  }
})

describe('a service is refused', () => {
  const good = setups[0]!
  const refusal =
    (change: Partial<ServiceSetup>, machine: Partial<Machine> = {}, electron?: string) =>
    () => {
      const here = { ...machineOf('linux'), ...machine }
      refuseService({ ...good, ...change }, serviceSystemOf(here), here, electron)
    }

  it('to nobody who has installed Toolgate', () => {
    expect(refusal({})).not.toThrow()
  })

  it.each([
    ['of root', refusal({}, { uid: 0 }), /never to root/],
    [
      'from the cache of npx',
      refusal({ entry: '/home/ada/.npm/_npx/0a1/node_modules/toolgate/out/main/headless.js' }),
      /npm install --global/,
    ],
    [
      'from the cache of pnpm dlx',
      refusal({ entry: '/home/ada/.cache/pnpm/dlx/0a1/toolgate/headless.js' }),
      /npm install --global/,
    ],
    [
      'from the cache of bunx',
      refusal({ entry: '/var/tmp/bunx-1000-toolgate/headless.js' }),
      /npm install --global/,
    ],
    ['from a folder for temporary files', refusal({ node: '/tmp/node/bin/node' }), /temporary/],
    ['of the desktop app, which starts by itself', refusal({}, {}, '45.3.4'), /Start at login/],
    [
      'for a path that would end its line',
      refusal({ dataDir: '/home/ada/a\nUser=root' }),
      /control character/,
    ],
    [
      'for what Windows replaces in a task',
      refusal({ dataDir: String.raw`D:\%TEMP%` }, { platform: 'win32', uid: null }),
      /Windows replace/,
    ],
    [
      'for a program that systemd would not start',
      refusal({ node: '/opt/ada"s/node' }),
      /systemd starts no/,
    ],
    ['on a system that has none we know', refusal({}, { platform: 'freebsd' }), /toolgate serve/],
  ])('%s', (_case, install, words) => {
    expect(install).toThrow(words)
  })
})

// oxlint-disable-next-line typescript/no-explicit-any -- a document of any shape, of which single members are read
function parsed(xml: string): any {
  const parser = new XMLParser({
    ignoreAttributes: true,
    parseTagValue: false,
    trimValues: false,
    isArray: () => false,
  })
  return parser.parse(xml.replace(/^\uFEFF/, '').replaceAll(/>\s+</g, '><'))
}
