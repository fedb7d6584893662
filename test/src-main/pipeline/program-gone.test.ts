import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { internalError } from '../../../src-main/pipeline/batch.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolgate-gone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What Node itself says of a module that is missing. */
function failureOf(specifier: string): Error {
  const file = join(folder, 'main.mjs')
  writeFileSync(file, `import(${JSON.stringify(specifier)}).catch((error) => console.log(error.message))\n`)
  return new Error(spawnSync(process.execPath, [file], { encoding: 'utf8' }).stdout.trim())
}

describe('a gateway whose program was replaced while it ran', () => {
  it.each(['./chunks/gone.js', 'a-package-that-is-gone'])('says so, and what to do: %s', (specifier) => {
    const failure = failureOf(specifier)
    expect(internalError(failure).message).toMatch(
      /was replaced .* Restart Toolgate\. Nothing was charged\.$/,
    )
  })

  it('says of any other bug only that it is ours', () => {
    expect(internalError(new TypeError('x is undefined')).message).toBe(
      'Something went wrong inside Toolgate. Nothing was charged.',
    )
  })
})
