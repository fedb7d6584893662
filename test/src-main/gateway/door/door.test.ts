import { describe, expect, it } from 'vitest'
import { doorPolicyOf } from '../../../../src-main/gateway/door/door.ts'

describe('the names of a gateway', () => {
  it('carry its port', () => {
    const { hosts, origins } = doorPolicyOf(['127.0.0.1', '[::1]'], 4777)
    expect([...hosts]).toEqual(['127.0.0.1:4777', '[::1]:4777'])
    expect([...origins]).toEqual(['http://127.0.0.1:4777', 'http://[::1]:4777'])
  })

  it('may leave port 80 out, as browsers do', () => {
    const { hosts, origins } = doorPolicyOf(['localhost'], 80)
    expect([...hosts]).toEqual(['localhost', 'localhost:80'])
    expect([...origins]).toEqual(['http://localhost', 'http://localhost:80'])
  })
})
