import { describe, expect, it } from 'vitest'
import { placePanel } from '../../../src-renderer/ui/controls/panel-place.ts'

const WINDOW = { width: 1000, height: 600 }
const PANEL = { width: 300, height: 200 }
const buttonAt = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 30 })

describe('the place of a panel', () => {
  it('is below its button, in line with the wanted side', () => {
    expect(placePanel(buttonAt(500, 100), PANEL, WINDOW, 'start')).toEqual({ left: 500, top: 136 })
    expect(placePanel(buttonAt(500, 100), PANEL, WINDOW, 'end')).toEqual({ left: 280, top: 136 })
  })

  it('is above a button with less room below than the panel needs', () => {
    expect(placePanel(buttonAt(500, 500), PANEL, WINDOW, 'end')).toEqual({ left: 280, top: 294 })
  })

  it('stays 8 pixels inside of the window at each edge, also where a panel is larger than it', () => {
    expect(placePanel(buttonAt(0, 100), PANEL, WINDOW, 'end').left).toBe(8)
    expect(placePanel(buttonAt(950, 100), PANEL, WINDOW, 'start').left).toBe(692)
    expect(placePanel(buttonAt(500, 300), { width: 2000, height: 900 }, WINDOW, 'start')).toEqual({
      left: 8,
      top: 8,
    })
  })
})
