import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTempDir } from '../../../support/temp-dir.ts'

const KEEPER = new URL('../../../../src-main/command-line/terminal/compiled-code.ts', import.meta.url)
const ANSWER = 'only the code of a function that ran has this text'

let main: string
beforeEach(() => {
  main = join(makeTempDir(), 'main')
  mkdirSync(join(main, 'chunks'), { recursive: true })
  writeFileSync(join(main, 'package.json'), '{ "type": "commonjs" }')
  writeFileSync(join(main, 'chunks/part.js'), `exports.ask = () => '${ANSWER}'`)
  writeFileSync(
    join(main, 'chunks/program.js'),
    "const { ask } = require('./part.js'); import('node:path').then(({ sep }) => console.log(ask(), sep.length))",
  )
})

/** Runs the program in a process of its own. @returns what it printed */
function run(entry = 'headless'): string {
  const chunks = join(main, 'chunks')
  const script = `import { createRequire } from 'node:module'
    import { keepCompiledCode } from ${JSON.stringify(KEEPER.href)}
    keepCompiledCode(${JSON.stringify(entry)}, ${JSON.stringify(chunks)})
    createRequire(${JSON.stringify(pathToFileURL(join(chunks, 'entry.js')).href)})('./program.js')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script])
  return stdout.toString() + stderr.toString()
}

function keptFile(chunk: string, entry = 'headless'): string {
  const found = readdirSync(join(main, 'compiled'), { recursive: true, encoding: 'utf8' })
  const file = found.find((each) => each.endsWith(join(entry, chunk)))
  if (file === undefined) throw new Error(`${chunk} is not kept`)
  return join(main, 'compiled', file)
}

describe('the compiled code that is kept between starts', () => {
  it('has the functions that the start has run', () => {
    expect(run()).toBe(`${ANSWER} 1\n`)
    expect(readFileSync(keptFile('part.js')).includes(ANSWER)).toBe(true)
  })

  it('has no file that imports others at run time, which Node would warn of', () => {
    run()
    expect(() => keptFile('program.js')).toThrow('is not kept')
  })

  it('is what the next start runs, and is not written again', () => {
    run()
    const { mtimeMs } = statSync(keptFile('part.js'))
    // The kept code answers in the place of its source, which may not be longer.
    const source = readFileSync(join(main, 'chunks/part.js'), 'utf8')
    writeFileSync(join(main, 'chunks/part.js'), source.replace(ANSWER, 'X'.repeat(ANSWER.length)))
    expect(run()).toBe(`${ANSWER} 1\n`)
    expect(statSync(keptFile('part.js')).mtimeMs).toBe(mtimeMs)
  })

  it('is compiled again when it was damaged on the disk', () => {
    run()
    const file = keptFile('part.js')
    const whole = readFileSync(file)
    const damaged = Buffer.from(whole)
    damaged[damaged.length - 20]! ^= 0xff
    writeFileSync(file, damaged)
    expect(run()).toBe(`${ANSWER} 1\n`)
    writeFileSync(file, whole.subarray(0, 2))
    expect(run()).toBe(`${ANSWER} 1\n`)
    expect(readFileSync(file).includes(ANSWER)).toBe(true)
  })

  it('is of each entry alone, which runs other functions', () => {
    run('headless')
    run('cli')
    expect(keptFile('part.js', 'cli')).not.toBe(keptFile('part.js'))
  })

  it('is not needed: a program whose folder cannot be written runs without', () => {
    writeFileSync(join(main, 'compiled'), 'a file where the folder would be')
    expect(run()).toBe(`${ANSWER} 1\n`)
  })
})
