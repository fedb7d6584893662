import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { STANDARDS } from '../../src-main/tools/lib/standards.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { runTool } from '../support/tools/run-tool.ts'

const suite = suiteFolder('JSONTestSuite')

describe.skipIf(suite === null)('JSONTestSuite for RFC 8259', () => {
  it('is judged right, apart from what is not UTF-8 and what readers may decide', async () => {
    const folder = join(suite!, 'test_parsing')
    const files = readdirSync(folder).filter((file) => /^[yn]_/.test(file))
    const wrong: string[] = []
    let right = 0
    for (const file of files) {
      const bytes = readFileSync(join(folder, file))
      // A body is UTF-8, so that no other bytes reach a tool.
      if (!isUtf8(bytes)) continue
      const { valid } = (await runTool('text-json-validate', { json_text: bytes.toString() })) as {
        valid: boolean
      }
      if (valid === file.startsWith('y_')) right++
      else wrong.push(file)
    }
    expect(wrong).toEqual([])
    expect(right).toBe(STANDARDS.json.passed)
  })
})
