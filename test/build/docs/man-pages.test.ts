import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { manPages } from '../../../build/docs/man-pages.ts'
import { loadListed } from '../../../build/docs/read-help.ts'
import { argsOf } from '../../../src-main/command-line/command-parts.ts'
import { COMMANDS } from '../../../src-main/command-line/command-list.ts'

const hasGroff = spawnSync('groff', ['--version']).status === 0
let pages: ReadonlyMap<string, string>
beforeAll(async () => {
  pages = await manPages('1.2.3')
})

/** A page as `man` shows it, without hyphens at the ends of lines, and what groff warns of. */
function shown(page: string): { text: string; warnings: string } {
  const args = ['-man', '-Tutf8', '-ww', '-P-c', '-P-b', '-P-u', '-rLL=200n']
  const { stdout, stderr } = spawnSync('groff', args, { input: page, encoding: 'utf8' })
  return { text: stdout, warnings: stderr }
}

describe('the man pages', () => {
  it('are one of toolgate and one of each command', () => {
    expect([...pages.keys()].toSorted()).toEqual(
      ['toolgate.1', ...Object.keys(COMMANDS).map((name) => `toolgate-${name}.1`)].toSorted(),
    )
  })

  it('have a name, a synopsis, and only commands of the language that man knows', () => {
    for (const [file, page] of pages) {
      expect(page, file).toMatch(
        /^\.TH \S+ 1 "" "Toolgate 1\.2\.3" "Toolgate manual"\n\.SH NAME\n.+ \\- .+\n\.SH SYNOPSIS\n/,
      )
      const commands = new Set([...page.matchAll(/^[.'](\S*)/gm)].map(([, name]) => name))
      expect(
        [...commands].filter((name) => !KNOWN.has(name!)),
        file,
      ).toEqual([])
      expect(page, file).not.toMatch(/undefined|\[object/)
    }
  })

  it('name every flag of every command', async () => {
    for (const name of Object.keys(COMMANDS).filter((each) => each !== 'serve')) {
      const flags = Object.entries(argsOf(await loadListed(name))).filter(
        ([, { type }]) => type !== 'positional',
      )
      for (const [flag] of flags)
        expect(pages.get(`toolgate-${name}.1`), name).toContain(`\\-\\-${flag.replaceAll('-', '\\-')}`)
    }
    expect(pages.get('toolgate-serve.1')).toContain('\\-\\-stop\\-when\\-idle MINUTES')
  })

  it('list every command in that of toolgate', () => {
    for (const name of Object.keys(COMMANDS))
      expect(pages.get('toolgate.1')).toContain(`.B toolgate\\-${name.replaceAll('-', '\\-')}(1)`)
  })

  it.skipIf(!hasGroff)('are set without a warning, and say what the commands say', () => {
    for (const [file, page] of pages) expect(shown(page).warnings, file).toBe('')
    const { text } = shown(pages.get('toolgate-call.1')!)
    expect(text).toContain('echo -n abc | toolgate call crypto-hash-sha256 -')
    expect(shown(pages.get('toolgate-search.1')!).text).toContain('toolgate search "resize a picture"')
  })
})

const KNOWN = new Set(['TH', 'SH', 'SS', 'PP', 'TP', 'B', 'I', 'BR', 'EX', 'EE'])
