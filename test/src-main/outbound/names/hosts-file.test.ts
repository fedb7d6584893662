import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HostsFile } from '../../../../src-main/outbound/names/hosts-file.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const V4 = (address: string) => ({ address, family: 4 })
const V6 = (address: string) => ({ address, family: 6 })

function hostsFile(text: string): { readonly hosts: HostsFile; readonly path: string } {
  const path = join(makeTempDir(), 'hosts')
  writeFileSync(path, text)
  return { hosts: new HostsFile(path), path }
}

describe('the hosts file', () => {
  it('names what the system would name, in any case, with every address and alias', () => {
    const { hosts } = hostsFile(
      '# machines\r\n192.0.2.1  NAS.example nas # under the stairs\r\n2001:db8::1\tnas.example\r\nnonsense line\n',
    )
    expect(hosts.addressesOf('nas.example')).toEqual([V4('192.0.2.1'), V6('2001:db8::1')])
    expect(hosts.addressesOf('nas')).toEqual([V4('192.0.2.1')])
    for (const name of ['under', 'stairs', 'line', 'nonsense', '', 'example'])
      expect([name, hosts.addressesOf(name)]).toEqual([name, []])
  })

  it('is read again once it has changed, and names nothing once it is gone', () => {
    const { hosts, path } = hostsFile('192.0.2.1 one\n')
    expect(hosts.addressesOf('one')).toEqual([V4('192.0.2.1')])
    writeFileSync(path, '192.0.2.2 one\n')
    utimesSync(path, 1, 1)
    expect(hosts.addressesOf('one')).toEqual([V4('192.0.2.2')])
    expect(new HostsFile(join(makeTempDir(), 'none')).addressesOf('one')).toEqual([])
  })

  it('is read only at its start, however long it is', () => {
    const { hosts } = hostsFile(`192.0.2.1 first\n${'#'.repeat(1024 * 1024)}\n192.0.2.2 last\n`)
    expect(hosts.addressesOf('first')).toHaveLength(1)
    expect(hosts.addressesOf('last')).toEqual([])
  })

  it('need not mention localhost', () => {
    const { hosts } = hostsFile('')
    for (const name of ['localhost', 'app.localhost'])
      expect(hosts.addressesOf(name)).toEqual([V4('127.0.0.1'), V6('::1')])
    expect(hosts.addressesOf('notlocalhost')).toEqual([])
  })
})
