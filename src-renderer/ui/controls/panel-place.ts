/** Pixels between a panel and its button, and between a panel and the window's edge. */
const BESIDE_PX = 6
const EDGE_PX = 8

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Finds where a panel goes: below its button or, where there is more room, above it, and inside of the window.
 * @param align the side of the button that the panel lines up with
 * @returns the upper left corner, in pixels of the window
 */
export function placePanel(button: Box, panel: Size, window: Size, align: 'start' | 'end') {
  const below = window.height - button.bottom - BESIDE_PX - EDGE_PX
  const above = button.top - BESIDE_PX - EDGE_PX
  const wanted = {
    left: align === 'start' ? button.left : button.right - panel.width,
    top:
      panel.height <= below || below >= above
        ? button.bottom + BESIDE_PX
        : button.top - BESIDE_PX - panel.height,
  }
  return {
    left: inside(wanted.left, window.width - panel.width),
    top: inside(wanted.top, window.height - panel.height),
  }
}

function inside(wanted: number, room: number): number {
  return Math.max(EDGE_PX, Math.min(wanted, room - EDGE_PX))
}
