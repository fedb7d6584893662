import type { Component } from 'vue'
import { createRouter, createWebHashHistory } from 'vue-router'
import { PLACES, type PlaceName } from './places.ts'

/** The screen of each place, fetched when it is first opened. */
const SCREENS: Readonly<Record<PlaceName, () => Promise<{ readonly default: Component }>>> = {
  tools: () => import('./tools/ToolsPage.vue'),
  batch: () => import('./batch/BatchPage.vue'),
  activity: () => import('./activity/ActivityPage.vue'),
  memory: () => import('./memory/MemoryPage.vue'),
  verify: () => import('./verify/VerifyPage.vue'),
  balance: () => import('./balance/BalancePage.vue'),
  settings: () => import('./settings/SettingsPage.vue'),
}

/**
 * Creates the page's router. The part after `#` never leaves the browser, so `/` serves every
 * place.
 */
export function createPageRouter() {
  return createRouter({
    history: createWebHashHistory(),
    routes: [
      ...PLACES.map(({ name, path }) => ({ name, path, component: SCREENS[name] })),
      { name: 'welcome', path: '/welcome', component: () => import('./welcome/WelcomePage.vue') },
      { path: '/:rest(.*)*', redirect: '/tools' },
    ],
  })
}
