import { describe, expect, it } from 'vitest'
import { judgeRobots } from '../../../../src-main/tools/network/lib/robots-rules.ts'

const judge = (lines: string, agent: string, path: string) =>
  judgeRobots(lines, agent, new URL(path, 'https://site.example'))
/** A robots.txt whose lines are written with `|` between them. */
const file = (lines: string): string => lines.replaceAll('|', '\n')

/** Whether an agent may fetch a path, by a file. */
type Case = readonly [lines: string, agent: string, path: string, allowed: boolean]

function table(cases: readonly Case[]): void {
  it.each(cases)('%s, %s, %s: %s', (lines, agent, path, allowed) => {
    expect(judge(file(lines), agent, path).allowed).toBe(allowed)
  })
}

describe('the lines of a robots.txt', () => {
  const groups =
    'allow: /out|user-agent: one|disallow: /|allow: /a/|user-agent: two|disallow: /|allow: /b/||allow: /c/|' +
    'user-agent: three||user-agent: one|allow: /d/|disallow: /'
  table([
    ['', 'one', '/', true],
    ['user-agent: one|disallow: /', 'one', '/x', false],
    ['USER-AGENT: one|ALLOW: /x/|DISALLOW: /', 'one', '/x/y', true],
    ['uSer-aGent: one|aLLow: /x/|disAllow: /', 'one', '/y', false],
    ['foo: one|bar: /', 'one', '/x', true],
    // What Google's parser forgives: no colon, and misspellings.
    ['user-agent one|disallow /', 'one', '/x', false],
    ['user agent: one|disalow: /', 'one', '/x', false],
    ['useragent: one|dissallow: /', 'one', '/x', false],
    // Groups of one agent are one; rules before the first group are of none.
    [groups, 'one', '/a/x', true],
    [groups, 'one', '/d/x', true],
    [groups, 'one', '/b/x', false],
    [groups, 'two', '/b/x', true],
    [groups, 'two', '/c/x', true],
    [groups, 'two', '/d/x', false],
    [groups, 'three', '/d/x', true],
    [groups, 'one', '/out', false],
    // Other lines end no group.
    ['user-agent: one|sitemap: https://a/b|user-agent: *|disallow: /', 'one', '/', false],
    ['user-agent: one|unknown: x|user-agent: *|disallow: /', 'one', '/', false],
    ['user-agent: one|disallow: /a#b|# disallow: /', 'one', '/a', false],
    ['user-agent: one|disallow: /a#b|# disallow: /', 'one', '/c', true],
  ])

  it('may end in any way, and are counted', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(judge(['User-Agent: a', 'Allow: /b', '', 'Disallow: /', ''].join(end), 'a', '/c').line).toBe(4)
    expect(judge('User-Agent: a\nAllow: /b\r\n\r\n\nDisallow: /', 'a', '/c').line).toBe(5)
  })

  it('may follow a byte order mark, whole or cut, at the beginning only', () => {
    const rules = 'User-Agent: a\nDisallow: /'
    for (const mark of ['\ufeff', '\ufffd', '\ufffd\ufffd'])
      expect(judge(mark + rules, 'a', '/').allowed, JSON.stringify(mark)).toBe(false)
    expect(judge(`\ufffd\x11\ufffd${rules}`, 'a', '/').allowed).toBe(true)
    expect(judge(rules.replace('Dis', '\ufeffDis'), 'a', '/').allowed).toBe(true)
  })

  it('are read up to 16,664 characters', () => {
    const long = `/x/${'a'.repeat(20_000)}`
    expect(judge(`user-agent: a\ndisallow: ${long}/q`, 'a', `${long}/r`).allowed).toBe(false)
    expect(judge(`user-agent: a\ndisallow: ${long}/q`, 'a', '/y').allowed).toBe(true)
  })

  it('name sitemaps anywhere, and a delay for each group', () => {
    const text = file(
      'Sitemap: https://a/1|User-agent: a|Crawl-delay: 2.5|Disallow: /|Site-map: https://a/2|User-agent: *|Crawl-delay: x',
    )
    expect(judge(text, 'a', '/')).toMatchObject({
      crawlDelay: 2.5,
      sitemaps: ['https://a/1', 'https://a/2'],
    })
    expect(judge(text, 'b', '/').crawlDelay).toBeNull()
  })
})

describe('the agent of a group', () => {
  const common = 'user-agent: *|allow: /|user-agent: one|disallow: /'
  const own = 'user-agent: one|allow: /|user-agent: two|disallow: /|user-agent: three|disallow: /'
  const spaced = 'user-agent: *|disallow: /|user-agent: one more|allow: /x/|disallow: /'
  table([
    ['user-agent: ONE|disallow: /', 'one', '/', false],
    ['user-agent: one|disallow: /', 'ONE', '/', false],
    ['user-agent: one/2.1|disallow: /', 'one', '/', false],
    ['user-agent: one|disallow: /', 'one/2.1', '/', false],
    ['user-agent: one|disallow: /', 'on', '/', true],
    ['user-agent: one|disallow: /', 'one-more', '/', true],
    ['user-agent: one-more_bot|disallow: /', 'one-more_bot', '/', false],
    [common, 'one', '/x', false],
    [common, 'two', '/x', true],
    [own, 'four', '/x', true],
    ['user-agent: *|disallow: /x/|user-agent: one|disallow: /y/', 'one', '/x/', true],
    ['user-agent: *|disallow: /x/|user-agent: one|disallow: /y/', 'one', '/y/', false],
    ['user-agent: * x|disallow: /', 'one', '/y/', false],
    ['user-agent: *x|disallow: /', 'one', '/y/', true],
    // A name ends at its first space; no name has a space.
    [spaced, 'one', '/x/y', true],
    [spaced, 'one more', '/x/y', false],
  ])
})

describe('the paths of rules', () => {
  const php = (pattern: string): string => `user-agent: a|disallow: /|allow: ${pattern}`
  table([
    ['user-agent: a|disallow: /x/', 'a', '/X/', true],
    // The longest pattern decides, and Allow where both are as long.
    ['user-agent: a|disallow: /x/page.html|allow: /x/', 'a', '/x/page.html', false],
    ['user-agent: a|allow: /x/page.html|disallow: /x/', 'a', '/x/page.html', true],
    ['user-agent: a|allow: /x/page.html|disallow: /x/', 'a', '/x/', false],
    ['user-agent: a|disallow:|allow:', 'a', '/x', true],
    ['user-agent: a|disallow:', 'a', '/x', true],
    ['user-agent: a|disallow: /|allow: /', 'a', '/x', true],
    ['user-agent: a|disallow: /x|allow: /x/', 'a', '/x', false],
    ['user-agent: a|disallow: /x|allow: /x/', 'a', '/x/', true],
    ['user-agent: a|allow: /page|disallow: /*.html', 'a', '/page.html', false],
    ['user-agent: a|allow: /page|disallow: /*.html', 'a', '/page', true],
    ['user-agent: a|allow: /x/page.|disallow: /*.html', 'a', '/x/page.html', true],
    ['user-agent: a|allow: /$|disallow: /', 'a', '/', true],
    ['user-agent: a|allow: /$|disallow: /', 'a', '/page.html', false],
    // `*` and `$`.
    [php('/fish'), 'a', '/fish.html?id=1', true],
    [php('/fish*'), 'a', '/fishheads/x', true],
    [php('/fish'), 'a', '/Fish.asp', false],
    [php('/fish'), 'a', '/?id=fish', false],
    [php('/fish/'), 'a', '/fish', false],
    [php('/fish/'), 'a', '/fish/?x', true],
    [php('/*.php'), 'a', '//folder/any.php.file.html', true],
    [php('/*.php'), 'a', '/index?f=name.php/', true],
    [php('/*.php'), 'a', '/php/', false],
    [php('/*.php'), 'a', '/name.PHP', false],
    [php('/*.php$'), 'a', '/folder/name.php', true],
    [php('/*.php$'), 'a', '/name.php?x', false],
    [php('/*.php$'), 'a', '/name.php5', false],
    [php('/fish*.php'), 'a', '/fishheads/cat.php?x', true],
    [php('/fish*.php'), 'a', '/Fish.PHP', false],
    [php('/*a*a$'), 'a', '/ba', false],
    [php('/*a*a$'), 'a', '/aba', true],
    [php('/a$b'), 'a', '/a$b', true],
    ['user-agent: a|disallow: /foo/bar$|allow: /foo/bar/qux', 'a', '/foo/bar', false],
    ['user-agent: a|disallow: /foo/bar$|allow: /foo/bar/qux', 'a', '/foo/bar/', true],
    // Percent-encoding (RFC 9309, 2.2.2): its table gives these.
    [php('/foo/bar?baz=quz'), 'a', '/foo/bar?baz=quz', true],
    [php('/foo/bar?baz=https://foo.bar'), 'a', '/foo/bar?baz=https://foo.bar', true],
    [php('/foo/bar/\u{30c4}'), 'a', '/foo/bar/%E3%83%84', true],
    [php('/foo/bar/%e3%83%84'), 'a', '/foo/bar/\u{30c4}', true],
    [php('/foo/bar/%62%61%7A'), 'a', '/foo/bar/baz', true],
    [php('/foo%2fbar'), 'a', '/foo%2Fbar', true],
    [php('/foo%2Fbar'), 'a', '/foo/bar', false],
    // Google's parser: a folder is its index.html.
    [php('/in/index.html'), 'a', '/in/', true],
    [php('/in/index.html'), 'a', '/in/index.htm', false],
    [php('/in/index.html'), 'a', '/in/x', false],
  ])

  it('are matched in a moment, however many wildcards there are', () => {
    const { allowed } = judge(
      `user-agent: a\ndisallow: /${'*a'.repeat(8_000)}b`,
      'a',
      `/${'a'.repeat(20_000)}`,
    )
    expect(allowed).toBe(true)
  })
})
