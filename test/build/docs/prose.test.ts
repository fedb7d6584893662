import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src-main/gateway/routes/index.ts'
import { COMMANDS } from '../../../src-main/command-line/command-list.ts'
import { DOCUMENTS, readDocument } from '../../support/docs/doc-blocks.ts'
import { faultInProse } from '../../support/docs/shell-commands.ts'

/** Names of what was, or will be, may be in the history of changes. */
const CURRENT = DOCUMENTS.filter((document) => document !== 'CHANGELOG.md')
const SPAN = /`([^`]+)`/g

/** The texts in backticks of all documents that start like this, with their document. */
function spans(start: RegExp): { readonly document: string; readonly span: string }[] {
  return CURRENT.flatMap((document) =>
    [
      ...readDocument(document)
        .replace(/^( *)```[\s\S]*?^\1```$/gm, '')
        .matchAll(SPAN),
    ]
      .map(([, span = '']) => ({ document, span: span.replace(/\s+/g, ' ') }))
      .filter(({ span }) => start.test(span)),
  )
}

/** Whether the gateway has a route of this method for an address whose parts in capitals or braces are any. */
function isRoute(method: string, address: string): boolean {
  const parts = address.split('/')
  return ROUTES.some((route) => {
    const own = route.path.split('/')
    const fits = (part: string, at: number) =>
      part.startsWith(':') || part.startsWith('*') || part === parts[at]
    return route.method === method && own.length === parts.length && own.every(fits)
  })
}

describe('the sentences of the documents', () => {
  it('name only commands, subcommands and flags that toolgate has', async () => {
    const named = spans(/^toolgate [a-z-]+/)
    const faults = await Promise.all(
      named.map(async ({ document, span }) => ({ document, span, fault: await faultInProse(span) })),
    )
    expect(faults.filter(({ fault }) => fault !== null)).toEqual([])
    expect(named.length).toBeGreaterThan(60)
    for (const wrong of [
      'toolgate nope',
      'toolgate keys nope',
      'toolgate keys create --nope',
      'toolgate serve --nope',
    ])
      expect(await faultInProse(wrong), wrong).not.toBeNull()
  })

  it('name only requests that the gateway answers', () => {
    const named = spans(/^(GET|POST|PUT|DELETE) \//)
    const faults = named.filter(({ span }) => {
      const [method = '', target = ''] = span.split(' ')
      return !isRoute(method, target.split(/[?&]/)[0]!)
    })
    expect(faults).toEqual([])
    expect(named.length).toBeGreaterThan(50)
  })

  it('leave no command without a word in a guide or in README', () => {
    const texts = CURRENT.filter((document) => !document.startsWith('docs/decisions'))
      .map(readDocument)
      .join('\n')
    const missing = Object.keys(COMMANDS).filter(
      (name) => !new RegExp(`toolgate (-- )?${name}\\b`).test(texts),
    )
    expect(missing).toEqual([])
  })
})
