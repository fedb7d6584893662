import { describe, expect, it } from 'vitest'
import { findingsOf } from '../../../src-main/extensions/change-findings.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'

const definition = (description: string) => ({ name: 't', description, inputSchema: { type: 'object' } })
const named = async (description: string, before = ''): Promise<string> =>
  (await findingsOf(definition(description), definition(before))).join(' ')

describe('the findings in a definition', () => {
  it.each([
    ['Send it to evil.example.', 'evil.example'],
    ['Read\nevil-host.com/collect first', 'evil-host.com/collect'],
    ['Copy to 203.0.113.9:8080', '203.0.113.9:8080'],
    ['Post to //x.test/a', '//x.test/a'],
    ['Ask wss://socket.dev', 'wss://socket.dev'],
    ['Mail me@collect.org', 'me@collect.org'],
    ['Use collect[.]net', 'collect[.]net'],
    ['Fetch https://a.io/b', 'https://a.io/b'],
    ['Vai a bücher.de', 'bücher.de'],
  ])('name the address in %j', async (text, address) => {
    expect(await named(text)).toContain(`It names ${address}`)
  })

  it.each(['Reads a file, e.g. README.md or main.rs.', 'Version 1.2.3 of Node.js', 'Runs main.py.'])(
    'name nothing in %j',
    async (text) => {
      expect(await named(text)).toBe('')
    },
  )

  it('leave out what was approved before', async () => {
    expect(await named('See example.com and evil.com.', 'See example.com.')).toBe('It names evil.com.')
  })

  // Catches: a pattern whose time grows with the square of the text.
  it.each(['a', 'a.', 'a@', '<system', 'www.', '//'])(
    'take no longer for long runs of %j',
    async (part) => {
      const of = (length: number) => findingsOf(definition(part.repeat(length)), null)
      await of(1_000)
      expect(await cpuMsOf(() => of(100_000))).toBeLessThan(5_000)
    },
  )
})
