import { describe, expect, it } from 'vitest'
import { buildCommand } from '../../../../src-main/extensions/command/command-argv.ts'
import { readInlineCommand } from '../../../../src-shared/sources/inline-command.ts'

const TEXT = { type: 'string' } as const
const LOG = {
  argv: ['git', 'log', '-n', '{count}', '{what}'],
  fields: { count: { type: 'integer', default: 5 }, what: TEXT },
} as const

describe('the arguments of a command', () => {
  it('are one whole argument for each field, whatever characters it has', () => {
    const what = `a b"c'd; rm -rf ~ $(id) \`id\` | tee > x\n&`
    expect(buildCommand(LOG, { count: 3, what })).toEqual({
      command: 'git',
      args: ['log', '-n', '3', what],
      stdin: '',
    })
    expect(buildCommand(LOG, { what: '' }).args).toEqual(['log', '-n', '5', ''])
  })

  it.each(['--output=/etc/passwd', '-rf', '-'])(
    'never are an option that a caller makes up, such as %s',
    (what) => {
      expect(() => buildCommand(LOG, { what })).toThrow('must not begin with -')
      expect(() => buildCommand(LOG, { count: -1, what: 'a' })).toThrow('must not begin with -')
      const allowed = { ...LOG, fields: { ...LOG.fields, what: { ...TEXT, may_be_option: true } } }
      expect(buildCommand(allowed, { what }).args.at(-1)).toBe(what)
    },
  )

  it('take a value with - after the -- that ends options, and not before it', () => {
    const plan = { argv: ['grep', '{first}', '--', '{last}'], fields: { first: TEXT, last: TEXT } }
    expect(buildCommand(plan, { first: 'a', last: '-x' }).args).toEqual(['a', '--', '-x'])
    expect(() => buildCommand(plan, { first: '-x', last: 'a' })).toThrow('must not begin with -')
    // The value of a caller ends no options.
    const none = {
      argv: ['grep', '{first}', '{last}'],
      fields: { first: { ...TEXT, may_be_option: true }, last: TEXT },
    }
    expect(() => buildCommand(none, { first: '--', last: '-x' })).toThrow('must not begin with -')
  })

  it('refuse NUL, and more than a system takes', () => {
    expect(() => buildCommand(LOG, { what: 'a\0b' })).toThrow('NUL')
    const many = { argv: ['x', ...Array.from({ length: 6 }, () => '{what}')], fields: { what: TEXT } }
    expect(() => buildCommand(many, { what: 'a'.repeat(30_000) })).toThrow('128 KiB')
  })

  it('keep braces that are meant, and give stdin as it is', () => {
    const plan = { argv: ['awk', '{{print}}', '{{ a }'], stdin: '{text}', fields: { text: TEXT } }
    expect(buildCommand(plan, { text: '-n\0'.slice(0, 2) })).toEqual({
      command: 'awk',
      args: ['{print}', '{{ a }'],
      stdin: '-n',
    })
    expect(buildCommand({ ...plan, stdin: 'fixed' }, {}).stdin).toBe('fixed')
  })
})

describe('a command in a line', () => {
  it('has fields in braces, with types and choices', () => {
    expect(
      readInlineCommand(['git', 'log', '-n', '{count:integer}', '{kind:feature|fix}', '{what}']),
    ).toEqual({
      name: 'log',
      summary: 'Runs git log -n {count} {kind} {what}',
      argv: ['git', 'log', '-n', '{count}', '{kind}', '{what}'],
      fields: {
        count: { type: 'integer' },
        kind: { type: 'string', choices: ['feature', 'fix'] },
        what: { type: 'string' },
      },
    })
    expect(readInlineCommand(['node', 'server.js'])).toBeNull()
    expect(readInlineCommand(['convert', '{in}'])?.name).toBe('run')
  })
})
