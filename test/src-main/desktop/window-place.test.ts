import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEAST_SIZE, placeWindow } from '../../../src-main/desktop/window-place.ts'

const SCREEN = { x: 0, y: 24, width: 1920, height: 1056 }
const LEFT = { x: -1280, y: 0, width: 1280, height: 1024 }
const at = (x: number, y: number, width = 900, height = 700) => ({ x, y, width, height, maximised: false })

describe('where the window opens', () => {
  it('is left to the system the first time, within a small screen', () => {
    expect(placeWindow(null, [SCREEN])).toEqual({ width: 1280, height: 832 })
    expect(placeWindow(null, [{ x: 0, y: 0, width: 1024, height: 600 }])).toEqual({
      width: 1024,
      height: 600,
    })
  })

  it('is where it was, on whichever screen', () => {
    expect(placeWindow(at(100, 100), [SCREEN])).toEqual({ x: 100, y: 100, width: 900, height: 700 })
    expect(placeWindow(at(-1200, 50), [SCREEN, LEFT])).toEqual({ x: -1200, y: 50, width: 900, height: 700 })
  })

  it('is in the middle when its screen is gone', () => {
    expect(placeWindow(at(-1200, 50), [SCREEN])).toEqual({ width: 900, height: 700 })
  })

  it('is pushed back in when it hangs over an edge', () => {
    expect(placeWindow(at(1700, 900), [SCREEN])).toEqual({ x: 1020, y: 380, width: 900, height: 700 })
    expect(placeWindow(at(-500, 0), [SCREEN])).toEqual({ x: 0, y: 24, width: 900, height: 700 })
  })

  it('is always whole on one screen, however it was left', () => {
    const side = fc.integer({ min: 200, max: 8_000 })
    const where = fc.integer({ min: -9_000, max: 9_000 })
    const area = fc.record({ x: where, y: where, width: side, height: side })
    const place = fc.record({ x: where, y: where, width: where, height: where, maximised: fc.boolean() })
    fc.assert(
      fc.property(place, area, fc.array(area, { maxLength: 3 }), (saved, first, more) => {
        const opened = placeWindow(saved, [first, ...more])
        const { x, y, width, height } = opened
        const holds = [first, ...more].some(
          (screen) =>
            width <= screen.width &&
            height <= screen.height &&
            width >= Math.min(LEAST_SIZE.width, screen.width) &&
            height >= Math.min(LEAST_SIZE.height, screen.height) &&
            (x === undefined || (x >= screen.x && x + width <= screen.x + screen.width)) &&
            (y === undefined || (y >= screen.y && y + height <= screen.y + screen.height)),
        )
        expect({ opened, holds }).toEqual({ opened, holds: true })
      }),
    )
  })
})
