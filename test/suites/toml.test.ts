import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TomlDate } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../src-main/tool-kit/tool-context.ts'
import { readToml } from '../../src-main/tools/data/lib/toml-document.ts'
import { STANDARDS } from '../../src-main/tools/lib/standards.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const suite = suiteFolder('toml-test')

describe.skipIf(suite === null)('toml-test for TOML 1.1', () => {
  const read = (file: string) => readFileSync(join(suite!, 'tests', file))
  const files = (kind: string) =>
    read('files-toml-1.1.0')
      .toString()
      .split('\n')
      .filter((file) => file.startsWith(`${kind}/`) && file.endsWith('.toml'))

  it('is read right wherever it is valid, 220 of 220', () => {
    const wrong = files('valid').filter((file) => {
      const expected: unknown = JSON.parse(read(file.replace(/toml$/, 'json')).toString())
      return !isAsTagged(readToml(read(file).toString()), expected)
    })
    expect(wrong).toEqual([])
    expect(files('valid')).toHaveLength(220)
  })

  it('is refused wherever it is not valid, 492 of 492', () => {
    const wrong = files('invalid').filter((file) => !isRefused(read(file)))
    expect(wrong).toEqual([])
    expect(files('invalid')).toHaveLength(492)
    expect(STANDARDS.toml.passed).toBe(220 + 492)
  })
})

function isRefused(bytes: Buffer): boolean {
  try {
    readToml(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return false
  } catch (error) {
    // What is not UTF-8 never reaches a tool: a body in JSON is.
    return error instanceof InvalidInput || error instanceof TypeError
  }
}

// The suite writes each scalar as {"type": …, "value": …}.
function isAsTagged(value: unknown, tagged: unknown): boolean {
  if (Array.isArray(tagged))
    return (
      Array.isArray(value) &&
      value.length === tagged.length &&
      tagged.every((tag, i) => isAsTagged(value[i], tag))
    )
  const members = tagged as Record<string, unknown>
  if (typeof members.type === 'string' && typeof members.value === 'string')
    return isScalar(value, members.type, members.value)
  const own = value as Record<string, unknown>
  const names = Object.keys(members)
  return (
    Object.keys(own).length === names.length && names.every((name) => isAsTagged(own[name], members[name]))
  )
}

function isScalar(value: unknown, type: string, written: string): boolean {
  switch (type) {
    case 'integer':
      return (
        (typeof value === 'bigint' || Number.isInteger(value)) && String(value) === String(BigInt(written))
      )
    case 'float':
      return (
        Object.is(value, Number(written.replace(/inf$/, 'Infinity'))) || Number(value) === Number(written)
      )
    case 'bool':
      return value === (written === 'true')
    case 'string':
      return value === written
    default:
      return value instanceof TomlDate && isSameTime(value, new TomlDate(written))
  }
}

function isSameTime(value: TomlDate, other: TomlDate): boolean {
  const kinds = (date: TomlDate) => [date.isDateTime(), date.isLocal(), date.isDate(), date.isTime()].join()
  return value.getTime() === other.getTime() && kinds(value) === kinds(other)
}
