import { expect, it } from 'vitest'
import { PLACES } from '../../../src-renderer/places.ts'
import { MENU_PLACES } from '../../../src-shared/desktop-bridge.ts'

// Catches: a place that the desktop's menu does not know, or a menu entry that leads nowhere.
it('the menu of the desktop goes to the places of the page, in their order', () => {
  expect(PLACES.map(({ name }) => name)).toEqual([...MENU_PLACES])
})
