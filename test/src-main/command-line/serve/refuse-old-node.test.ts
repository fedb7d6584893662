import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isRecentNode } from '../../../../src-main/command-line/serve/refuse-old-node.ts'

describe('the Node that Toolgate runs on', () => {
  it.each(['20.20.2', '21.7.3', '22.0.0', '22.12.0', '22.13.1'])('refuses %s', (version) => {
    expect(isRecentNode(version)).toBe(false)
  })

  it.each(['22.14.0', '22.20.0', '23.0.0', '24.0.0', '26.1.0'])('accepts %s', (version) => {
    expect(isRecentNode(version)).toBe(true)
  })

  it('is the one that the package asks for', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
    const least = /^>=(\d+)\.(\d+)$/.exec(engines.node)!.slice(1).map(Number)
    expect(isRecentNode(`${least[0]}.${least[1]}.0`)).toBe(true)
    expect(isRecentNode(`${least[0]}.${least[1]! - 1}.9`)).toBe(false)
  })
})
