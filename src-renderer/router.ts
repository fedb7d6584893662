import type { Component } from 'vue'
import { createRouter, createWebHashHistory } from 'vue-router'
import { shallowRef } from 'vue'
import { preloadLater, startPreloading } from './ui/composables/when-idle.ts'
import { PLACES, type PlaceName } from './places.ts'

/** The screen of each place, fetched when it is first opened. */
const SCREENS: Readonly<Record<PlaceName, () => Promise<{ readonly default: Component }>>> = {
  tools: () => import('./tools/ToolsPage.vue'),
  batch: () => import('./batch/BatchPage.vue'),
  sources: () => import('./sources/SourcesPage.vue'),
  activity: () => import('./activity/ActivityPage.vue'),
  memory: () => import('./memory/MemoryPage.vue'),
  verify: () => import('./verify/VerifyPage.vue'),
  balance: () => import('./balance/BalancePage.vue'),
  settings: () => import('./settings/SettingsPage.vue'),
}

const table = () => import('./batch/enrich/EnrichPage.vue')

/** Fetches every place while the page has nothing else to do, so that each opens also when the gateway has gone. */
export function preloadPlaces(): void {
  preloadLater(...Object.values(SCREENS), table)
  startPreloading()
}

/** The address of a place whose files could not be fetched; null while the place that is shown is the wanted one. */
export const missingPlace = shallowRef<string | null>(null)

/**
 * Creates the page's router. The part after `#` never leaves the browser, so `/` serves every
 * place.
 */
export function createPageRouter() {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      ...PLACES.map(({ name, path }) => ({ name, path, component: SCREENS[name] })),
      // Part of Batch, and loaded when it is first opened.
      {
        name: 'table',
        path: '/batch/table/:id?',
        component: table,
      },
      { name: 'welcome', path: '/welcome', component: () => import('./welcome/WelcomePage.vue') },
      { name: 'quick', path: '/quick', component: () => import('./quick/QuickPage.vue') },
      { path: '/:rest(.*)*', redirect: '/tools' },
    ],
  })
  router.onError((error, to) => {
    missingPlace.value = to.fullPath
    // Vue reports what goes wrong while a place is built; a file that did not come has the card instead.
    if (!isFetchFailure(error)) throw error
  })
  router.afterEach((_to, _from, failure) => {
    if (!failure) missingPlace.value = null
  })
  return router
}

// Browsers agree on the class and not on the words; a fault in a place's own code has others.
function isFetchFailure(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported|module script|preload/i.test(error.message)
}
