import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** More stops than any place has; a focus that has not come round by then is trapped. */
const MAX_STOPS = 140

/** Where the focus is, as someone sees it who looks at the screen. */
interface Stop {
  /** Unique for an element while it is there. */
  readonly id: number
  readonly name: string
  /** What is wrong with it; empty when it is in sight and marked. */
  readonly problem: string
}

/** Hands on a keyboard and nowhere else: presses keys, and counts them. A chord such as Ctrl+K is one. */
export function keyboardOf(page: Page) {
  let presses = 0

  async function press(key: string): Promise<void> {
    presses++
    await page.keyboard.press(key)
  }

  async function type(text: string): Promise<void> {
    presses += text.length
    await page.keyboard.type(text)
  }

  /** Goes with Tab to what has this name. */
  async function tabTo(name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let at = 0; at < MAX_STOPS; at++) {
      if (name.test((await focusOf(page))?.name ?? '')) return
      await press(key)
    }
    expect.fail(`No ${key} leads to ${name}`)
  }

  return { press, type, tabTo, presses: () => presses }
}

/**
 * Goes once round the page with Tab, and finds fault with a focus that cannot be seen and with one that leads nowhere.
 * @returns the names of what was passed, in order
 */
export async function walkRound(page: Page): Promise<readonly string[]> {
  const stops: Stop[] = []
  for (let at = 0; at < MAX_STOPS; at++) {
    await page.keyboard.press('Tab')
    const stop = await focusOf(page)
    // Past the last element the browser's own controls follow, and then the first one again.
    if (!stop) continue
    if (stop.id === stops[0]?.id) break
    expect(stop.id, `Tab does not leave ${stop.name}`).not.toBe(stops.at(-1)?.id)
    stops.push(stop)
  }
  expect(stops.length, 'Tab comes round').toBeLessThan(MAX_STOPS - 1)
  expect(stops.filter(({ problem }) => problem !== '')).toEqual([])
  return stops.map(({ name }) => name)
}

function focusOf(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const known = globalThis as unknown as { stops?: WeakMap<Element, number>; stopCount?: number } // Ours alone.
    known.stops ??= new WeakMap()
    const id = known.stops.get(element) ?? (known.stopCount = (known.stopCount ?? 0) + 1)
    known.stops.set(element, id)
    const label = element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null
    const said =
      element.getAttribute('aria-label') ??
      (label ?? element.closest('label'))?.textContent ??
      element.innerText
    const name = (said || element.getAttribute('placeholder') || element.tagName)
      .replace(/\s+/g, ' ')
      .trim()

    // A radio button that only screen readers meet stands for the label around it.
    const shown = element.matches('.sr-only') ? (element.closest('label') ?? element) : element
    const { left, right, top, bottom, width, height } = shown.getBoundingClientRect()
    const [x0, x1] = [Math.max(0, left), Math.min(innerWidth, right)]
    const [y0, y1] = [Math.max(0, top), Math.min(innerHeight, bottom)]
    const inSight = width > 1 && height > 1 && x1 - x0 > 1 && y1 - y0 > 1
    // A tall region may be covered in its middle by a bar that stays; any of its corners will do.
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
    // What lets the pointer through is never on top of anything.
    const solid = getComputedStyle(shown).pointerEvents !== 'none'
    const covered =
      solid &&
      !points.some(([x, y]) => {
        const top = document.elementFromPoint(x0 + (x1 - x0) * x, y0 + (y1 - y0) * y)
        return top !== null && (shown.contains(top) || top.contains(shown))
      })
    const outlined = (each: Element | null) => {
      if (!each) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
    }
    // A list that has the focus marks the row that its keys act on.
    const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
    const marked = [shown, row, shown.closest('.control')].some(outlined)
    const problem = !inSight ? 'out of sight' : covered ? 'covered' : marked ? '' : 'not marked'
    return {
      id,
      name: name.slice(0, 80),
      problem: problem && `${problem}: ${element.outerHTML.slice(0, 160)}`,
    }
  })
}
