import { afterEach, expect, it } from 'vitest'
import { COMMANDS } from '../../../../src-main/command-line/command-list.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'

const { stdout } = process
const { columns, isTTY } = stdout
afterEach(() => void Object.assign(stdout, { columns, isTTY }))

const help = async (...args: string[]): Promise<string> => (await toolgateHere(args, {})).stdout
const longest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length))

it('the help names every command in a group, the environment, the exit codes and examples', async () => {
  const text = await help('--help')
  for (const [name, { description }] of Object.entries(COMMANDS)) {
    expect(text).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(text.replaceAll(/\s+/g, ' ')).toContain(description)
  }
  for (const part of ['Credits and keys', 'TOOLGATE_KEY', 'Exit codes', '130', 'Examples', '--data-dir'])
    expect(text).toContain(part)
  expect(await help()).toBe(text)
  expect(await help('help')).toBe(text)
})

it.each([40, 60, 100])('every help fits a terminal of %d columns', async (width) => {
  Object.assign(stdout, { columns: width })
  const texts = await Promise.all([help('--help')])
  for (const name of Object.keys(COMMANDS)) if (name !== 'serve') texts.push(await help(name, '--help'))
  // Lines to type are not broken.
  const prose = texts.map((text) =>
    text.replaceAll(/^ {2}(?:.* \| )?(?:toolgate|source|cat|echo) .*$/gm, ''),
  )
  expect(Math.max(...prose.map(longest))).toBeLessThanOrEqual(width)
})

it('the help of a command has its usage, arguments, options and examples', async () => {
  const text = await help('batch', '--help')
  for (const part of ['toolgate batch FILE', '-y, --yes', '--encoding', 'toolgate batch rows.csv'])
    expect(text).toContain(part)
  expect(await help('help', 'batch')).toBe(text)
  expect(await help('keys', '--help')).toMatch(/^ {2}create +Makes a team key/m)
  expect(await help('keys', 'create', '--help')).toContain('--credit-limit')
  expect(await help('call', '--help')).toContain('toolgate call SLUG')
})

it('a mistyped command or option gets the nearest one', async () => {
  for (const [line, advice] of [
    [['serch', 'hash'], 'Did you mean search?'],
    [['keys', 'creat', 'CI'], 'Did you mean create?'],
    [['keys'], 'toolgate keys takes list, create'],
    [['balance', '--data-dri', '/tmp'], 'Did you mean --data-dir?'],
    [['zzz'], 'toolgate --help lists them'],
    [['backup'], 'FILE is missing'],
    [['config', '--url'], '--url needs a value'],
    [['config', 'extra'], 'one argument too many'],
    [['--json', 'balance'], 'A command comes first'],
  ] as const) {
    const said = await toolgateHere(line, {})
    expect([said.code, line, said.stderr || said.stdout]).toEqual([
      2,
      line,
      expect.stringContaining(advice),
    ])
  }
})

it('with --json a wrong command line and a missing gateway are one document too', async () => {
  const wrong = await toolgateHere(['balance', '--bogus', '--json'], {})
  expect([wrong.code, wrong.stderr, JSON.parse(wrong.stdout)]).toEqual([
    2,
    '',
    { ok: false, error: { code: 'usage_error', message: expect.stringContaining('--bogus') } },
  ])
  const alone = await toolgateHere(['balance', '--url', 'http://127.0.0.1:9', '--json'], {})
  expect([alone.code, alone.stderr, JSON.parse(alone.stdout).error.code]).toEqual([4, '', 'unreachable'])
})
