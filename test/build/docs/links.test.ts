import { existsSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../build/paths.mjs'
import { DOCUMENTS, readDocument } from '../../support/docs/doc-blocks.ts'

const FENCE = /^( *)(`{3,}).*\n[\s\S]*?^\1\2$/gm

/** The targets of the links in a text, outside of its code. */
function linksIn(text: string): string[] {
  const prose = text.replace(FENCE, '').replace(/`[^`\n]+`/g, 'code')
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)]
  const referred = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)]
  return [...inline, ...referred].map(([, target]) => target!)
}

/** The anchors of a document as sites for code make them: GitHub's rule. */
function anchorsOf(document: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of readDocument(document)
    .replace(FENCE, '')
    .matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
    const base = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = base
    for (let number = 1; anchors.has(anchor); number++) anchor = `${base}-${number}`
    anchors.add(anchor)
  }
  return anchors
}

/** Why a link leads nowhere; null for a good one. */
function faultOf(target: string, document: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return externalFault(target)
  const [path = '', anchor] = target.split('#')
  if (path.startsWith('/')) return 'it starts at the root, which in a checkout is that of the disk'
  const file = path === '' ? document : normalize(join(dirname(document), decodeURI(path)))
  if (!existsSync(join(ROOT, file)) || file.startsWith('..')) return 'there is no such file'
  if (anchor === undefined) return null
  const isPage = file.endsWith('.md') && statSync(join(ROOT, file)).isFile()
  return isPage && anchorsOf(file).has(anchor) ? null : 'the file has no such heading'
}

function externalFault(target: string): string | null {
  const url = URL.parse(target)
  if (url === null) return 'it is not an address'
  if (url.protocol === 'mailto:')
    return /^[^\s@]+@[^\s@]+\.[a-z]+$/i.test(url.pathname) ? null : 'no mailbox'
  if (url.protocol !== 'https:') return 'it is not an https address'
  const isName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(url.hostname)
  return isName && url.username === '' && url.port === '' ? null : 'its host is not a public name'
}

describe('the links of the documents', () => {
  it.each(DOCUMENTS)('lead to a file, a heading or a well-formed address: %s', (document) => {
    const faults = linksIn(readDocument(document)).flatMap((target) => {
      const fault = faultOf(target, document)
      return fault === null ? [] : [`${target}: ${fault}`]
    })
    expect(faults).toEqual([])
  })

  it('are found and judged', () => {
    expect(linksIn('[a](b.md) `[c](d.md)` ![e](<f.png> "g")\n```\n[h](i)\n```\n[j]: k.md')).toEqual([
      'b.md',
      'f.png',
      'k.md',
    ])
    for (const target of [
      'nothing.md',
      '#nothing',
      'install.md#nothing',
      '/docs/errors',
      '../../etc/passwd',
    ])
      expect(faultOf(target, 'docs/README.md'), target).not.toBeNull()
    for (const target of [
      'http://example.com',
      'https://example',
      'https://a b.com',
      'javascript:alert(1)',
    ])
      expect(faultOf(target, 'README.md'), target).not.toBeNull()
    for (const target of [
      'install.md#npm-package',
      'https://www.rfc-editor.org/rfc/rfc8785',
      '../README.md#start',
    ])
      expect(faultOf(target, 'docs/README.md'), target).toBeNull()
  })

  it('name in backticks only files of the checkout that exist', () => {
    const missing = DOCUMENTS.flatMap((document) =>
      [...readDocument(document).matchAll(/`((?:test|src-[a-z]+|build)\/[\w./-]+)`/g)]
        .map(([, path]) => path!)
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${document}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  it('lead from the index to every page of docs', () => {
    const listed = new Set(linksIn(readDocument('docs/README.md')).map((target) => target.split('#')[0]))
    const pages = DOCUMENTS.filter((path) => /^docs\/(guides\/)?[\w-]+\.md$/.test(path))
      .map((path) => path.replace(/^docs\//, ''))
      .filter((path) => path !== 'README.md')
    expect(pages.filter((path) => !listed.has(path))).toEqual([])
    expect(pages.length).toBeGreaterThan(20)
  })
})
