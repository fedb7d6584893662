import { describe, expect, it } from 'vitest'
import { CallError } from '../../../src-renderer/gateway/gateway-types.ts'
import { failureWords } from '../../../src-renderer/tools/result/cards/failure-words.ts'

const FREE = 'Something went wrong inside Toolgate. Nothing was charged.'

describe('the words for a failed call', () => {
  it('say once that it cost nothing', () => {
    expect(failureWords(new CallError('internal_error', 500, FREE), 1).money).toBe('')
    expect(failureWords(new CallError('internal_error', 500, 'The tool is away.'), 1).money).toBe(
      'Nothing was charged.',
    )
  })

  it('say it beside the issues, which are listed in place of the message', () => {
    const issues = [{ path: '/a', message: 'Send a number.' }]
    const error = new CallError('validation_error', 400, FREE, { issues })
    expect(failureWords(error, 1).money).toBe('Nothing was charged.')
  })
})
