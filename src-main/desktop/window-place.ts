import type { Bounds } from './electron-port.ts'

/** The window's place and size, and whether it was maximised. */
export interface WindowPlace extends Bounds {
  readonly maximised: boolean
}

/** The smallest size that the page is designed for, in device-independent pixels. */
export const LEAST_SIZE = { width: 720, height: 480 }
const FIRST_SIZE = { width: 1280, height: 832 }
/** How much of the title bar must be within reach of the mouse. */
const GRIP = { width: 120, height: 32 }

/**
 * Where to open the window: where it was, moved onto the screens that exist now, because one may have been unplugged.
 * @param displays work areas, the primary screen's first
 * @returns without `x` and `y` when the system should choose, which centres the window
 */
export function placeWindow(
  saved: WindowPlace | null,
  displays: readonly [Bounds, ...Bounds[]],
): { readonly x?: number; readonly y?: number; readonly width: number; readonly height: number } {
  const area = saved && displays.find((display) => isWithinReach(saved, display))
  if (!area) return fitSize(saved ?? FIRST_SIZE, displays[0])
  const { width, height } = fitSize(saved, area)
  return {
    x: clamp(saved.x, area.x, area.x + area.width - width),
    y: clamp(saved.y, area.y, area.y + area.height - height),
    width,
    height,
  }
}

function isWithinReach(place: Bounds, area: Bounds): boolean {
  const across = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x)
  const isTopInside = place.y >= area.y - GRIP.height && place.y <= area.y + area.height - GRIP.height
  return across >= GRIP.width && isTopInside
}

function fitSize(size: { readonly width: number; readonly height: number }, area: Bounds) {
  return {
    width: Math.min(Math.max(size.width, LEAST_SIZE.width), area.width),
    height: Math.min(Math.max(size.height, LEAST_SIZE.height), area.height),
  }
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))
