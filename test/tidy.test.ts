import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { importAdvice, ROOMS } from '../build/rooms.mjs'
import { circlesOf } from './support/sources/import-circles.ts'
import {
  importedPath,
  importsOf,
  ROOT,
  sourceFiles,
  visitNodes,
  type SourceFile,
} from './support/sources/source-files.ts'

const product = sourceFiles('src-main', 'src-renderer', 'src-shared')
const everything = [...product, ...sourceFiles('test', 'build')]
const code = everything.filter((file) => /\.(ts|mjs|vue)$/.test(file.name))
const productCode = code.filter((file) => file.path.startsWith('src-'))

const roomOf = (path: string) => /^src-main\/([^/]+)\//.exec(path)?.[1] ?? null
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The rooms that a room may import, directly or through others. */
function reach(room: string, seen = new Set<string>()): Set<string> {
  for (const next of ROOMS[room] ?? []) if (!seen.has(next)) reach(next, seen.add(next))
  return seen
}

/** Every file's findings as `path: what to do`; a clean tree gives an empty list. */
function findings(files: SourceFile[], find: (file: SourceFile) => string[]): string[] {
  return files.flatMap((file) => find(file).map((finding) => `${file.path}: ${finding}`))
}

describe('rooms', () => {
  const rooms = readdirSync(join(ROOT, 'src-main'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

  it('has no room in src-main that build/rooms.mjs does not list', () => {
    expect(rooms.filter((room) => !Object.hasOwn(ROOMS, room))).toEqual([])
  })

  it('says in docs/architecture.md what each room is for', () => {
    const document = read('docs/architecture.md')
    const all = [
      ...Object.keys(ROOMS).map((room) => `src-main/${room}`),
      'src-shared',
      'src-renderer',
      'build',
    ]
    expect(all.filter((room) => !document.includes(`\`${room}/\``))).toEqual([])
  })

  it('says in docs/architecture.md what the folders of the rooms and of the tests are for', () => {
    const document = read('docs/architecture.md')
    const mirrored = ['src-main', 'src-renderer', 'src-shared', 'build']
    // A tool's folder is its category.
    const parents = rooms.filter((room) => room !== 'tools').map((room) => `src-main/${room}`)
    const folders = [...parents, 'test'].flatMap((parent) =>
      readdirSync(join(ROOT, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !mirrored.includes(entry.name))
        .map((entry) => entry.name),
    )
    expect(folders.filter((folder) => !document.includes(`\`${folder}/\``))).toEqual([])
  })

  it('draws every room in docs/architecture.md, with an arrow for each import that no longer path implies', () => {
    const picture = /```mermaid\n([\s\S]*?)```/.exec(read('docs/architecture.md'))?.[1] ?? ''
    const drawn = [...picture.matchAll(/^ +(\S+) --> (\S+)$/gm)].map(([, from, to]) => `${from} --> ${to}`)
    const needed = Object.entries(ROOMS).flatMap(([from, allowed]) => {
      const implied = new Set(allowed.flatMap((room) => [...reach(room)]))
      return allowed.filter((to) => !implied.has(to)).map((to) => `${from} --> ${to}`)
    })
    expect(drawn.toSorted()).toEqual(needed.toSorted())
    const names = new Set(picture.split(/\s+/))
    expect(Object.keys(ROOMS).filter((room) => !names.has(room))).toEqual([])
  })

  it('lets no two rooms import each other, directly or around a corner', () => {
    expect(Object.keys(ROOMS).filter((room) => reach(room).has(room))).toEqual([])
  })
})

describe('imports', () => {
  it('point one way between the rooms', () => {
    const wrongWay = findings(productCode, (file) => {
      const from = roomOf(file.path)
      return importsOf(file).flatMap((specifier) => {
        const path = importedPath(file, specifier)
        const to = path && roomOf(path)
        if (!from || !path || !to || to === from) return []
        return ROOMS[from]?.includes(to) ? [] : [importAdvice(from, to)]
      })
    })
    expect(wrongWay).toEqual([])
  })

  it('form no circle, types included', () => {
    const all = sourceFiles('src-main', 'src-renderer', 'src-shared')
    const imports = new Map(
      all.map((file) => [
        file.path,
        importsOf(file).flatMap((specifier) => importedPath(file, specifier) ?? []),
      ]),
    )
    expect(circlesOf(imports)).toEqual([])
  })

  it('are found where they form a circle', () => {
    const imports = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['e', 'elsewhere']],
      ['e', []],
    ])
    expect(circlesOf(imports)).toEqual([['a', 'b', 'c']])
  })

  it('keep the page, the gateway and what they share apart', () => {
    const mayReach: Record<string, string[]> = {
      'src-main': ['src-main', 'src-shared'],
      'src-renderer': ['src-renderer', 'src-shared'],
      'src-shared': ['src-shared'],
    }
    const astray = findings(productCode, (file) =>
      importsOf(file).filter((specifier) => {
        const target = importedPath(file, specifier)?.split('/')[0]
        if (target === undefined || target === 'package.json') return false
        return !mayReach[file.path.split('/')[0]!]!.includes(target)
      }),
    )
    expect(astray).toEqual([])
  })

  it('reach Electron from the desktop alone', () => {
    const knowing = productCode
      .filter((file) => importsOf(file).includes('electron'))
      .map((file) => file.path)
    expect(knowing.filter((path) => !/^src-main\/desktop(\/|\.ts$)/.test(path))).toEqual([])
  })

  it('name the whole file, so that Node runs the sources as they are', () => {
    const bare = findings(code, (file) =>
      importsOf(file).filter((specifier) => specifier.startsWith('.') && !isWholeName(specifier)),
    )
    expect(bare).toEqual([])
  })

  const isWholeName = (specifier: string) => /\.(ts|mjs|vue|json|css|svg)(\?[\w&]+)?$/.test(specifier)
})

describe('names', () => {
  it('are kebab-case, and PascalCase for components', () => {
    const misnamed = everything.filter(({ name }) =>
      name.endsWith('.vue')
        ? !/^[A-Z][A-Za-z0-9]+\.vue$/.test(name)
        : !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name),
    )
    expect(misnamed.map((file) => file.path)).toEqual([])
  })

  it('say what is inside: no drawer for odds and ends', () => {
    const drawers = everything.filter(({ path }) =>
      /(^|[/-])(utils?|helpers?|common|misc)([./-]|$)/i.test(path),
    )
    expect(drawers.map((file) => file.path)).toEqual([])
  })
})

describe('sizes', () => {
  const limitOf = ({ path }: SourceFile) => {
    if (/^src-main\/tools\/(?!lib\/)[^/]+\/[^/]+$/.test(path)) return 150
    if (path.startsWith('src-main/gateway/routes/')) return 120
    return 300
  }

  it('stay within a few screens a file', () => {
    const long = findings(code, (file) => {
      // The formatter gives each entry of a tool's search words a line, and they are read as one list.
      const counted = file.text.replace(/\n {2}searchWords: \[[^\]]*\],/, '')
      const lines = counted.split('\n').length - 1
      return lines > limitOf(file) ? [`${lines} lines, at most ${limitOf(file)}; split it by idea`] : []
    })
    expect(long).toEqual([])
  })

  it.each(Object.entries({ tools: 2, gateway: 6, 'command-line': 3, storage: 16, pipeline: 16 }))(
    'lie in the folders of their subjects: %s has at most %i of its own',
    (room, most) => {
      const own = readdirSync(join(ROOT, 'src-main', room)).filter((name) => name.endsWith('.ts'))
      expect(own.length).toBeLessThanOrEqual(most)
    },
  )

  it('stay within 30 files a folder, but for routes', () => {
    const counts = new Map<string, number>()
    for (const { path } of code) {
      const folder = path.slice(0, path.lastIndexOf('/'))
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    const crowded = [...counts].filter(([folder, files]) => files > 30 && !folder.endsWith('/routes'))
    expect(crowded).toEqual([])
  })

  // The formatter breaks code; a comment it leaves as it is.
  it('stay within 120 columns in a comment', () => {
    const wide = findings(code, (file) =>
      file.text
        .split('\n')
        .flatMap((line, index) =>
          line.length > 120 && /^\s*(\/\/|\*|\/\*)/.test(line) ? [`line ${index + 1}`] : [],
        ),
    )
    expect(wide).toEqual([])
  })
})

describe('types', () => {
  it('are never any in the product', () => {
    const found = findings(productCode, (file) => {
      const lines: string[] = []
      visitNodes(file, (node, line) => {
        if (node.kind === ts.SyntaxKind.AnyKeyword)
          lines.push(`line ${line()}: say unknown and look, or name the type`)
      })
      return lines
    })
    expect(found).toEqual([])
  })

  it('are cast only with a reason, in a comment on or right above the statement', () => {
    const unexplained = findings(productCode, (file) => {
      const lines = file.script.split('\n')
      const found: string[] = []
      visitNodes(file, (node, line) => {
        // These cannot be wrong: a constant, a value of any type, and an empty list to be filled.
        const isSafe =
          ts.isAsExpression(node) && /^(.* as (const|unknown)|\[\] as .*\[\])$/s.test(node.getText())
        if (ts.isAsExpression(node) && !isSafe && !isExplained(node, lines)) {
          found.push(`line ${line()}: ${node.getText().slice(0, 60)}`)
        }
      })
      return found
    })
    expect(unexplained).toEqual([])
  })

  // A comment counts from the line above the innermost statement, member or property that holds the cast.
  function isExplained(cast: ts.AsExpression, lines: string[]): boolean {
    const file = cast.getSourceFile()
    const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
    let holder: ts.Node = cast
    while (!ts.isStatement(holder) && !ts.isClassElement(holder) && !ts.isPropertyAssignment(holder)) {
      holder = holder.parent
    }
    const first = lineAt(holder.getStart(file))
    const above = lines[first - 1]?.trim() ?? ''
    const inside = lines.slice(first, lineAt(cast.getEnd()) + 1)
    return /(^|\s)\/\/\s|\*\/$|^\/\*/.test(above) || inside.some((line) => /(^|\s)\/\/\s|\/\*/.test(line))
  }

  it('are never silenced without a reason', () => {
    const silenced = findings(code, (file) =>
      file.text
        .split('\n')
        .flatMap((line, index) => (isSilenced(line) ? [`line ${index + 1}: ${line.trim()}`] : [])),
    )
    expect(silenced).toEqual([])
  })

  function isSilenced(line: string): boolean {
    if (/(\/\/|\/\*|<!--)\s*@ts-(ignore|nocheck)/.test(line)) return true
    const suppression =
      /(?:\/\/|\/\*|<!--)\s*(?:@ts-expect-error|(?:eslint|oxlint)-disable\S*|(?:prettier|oxfmt)-ignore)(.*)/.exec(
        line,
      )
    return suppression !== null && !/(--|:)\s*\S.{9,}/.test(suppression[1]!)
  }
})

describe('the tree', () => {
  it('holds at the top the folders that the design names and settings, and no stray download', () => {
    const folder = /^(build|docs|src-\w+|test|node_modules|out|dist|coverage)$/
    const file = /^\.|\.(json|js|ts|md|tsbuildinfo)$|^LICENSE$/
    expect(readdirSync(ROOT).filter((name) => !folder.test(name) && !file.test(name))).toEqual([])
  })

  it('holds no notes to come back to, and no test that runs alone', () => {
    const left = findings(code, (file) =>
      [/\b(TODO|FIXME|XXX|HACK)\b/, /\b(it|test|describe)\.only\(/]
        .filter((pattern) => pattern.test(file.text) && !file.path.endsWith('tidy.test.ts'))
        .map(String),
    )
    expect(left).toEqual([])
  })
})
