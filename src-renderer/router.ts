import type { Component } from 'vue'
import { createRouter, createWebHashHistory } from 'vue-router'
import { PLACES, type PlaceName } from './places.ts'

/** The screen of each place, fetched when it is first opened. */
const SCREENS: Readonly<Record<PlaceName, () => Promise<{ readonly default: Component }>>> = {
  tools: () => import('./pages/ToolsPage.vue'),
  batch: () => import('./pages/BatchPage.vue'),
  activity: () => import('./pages/ActivityPage.vue'),
  memory: () => import('./pages/MemoryPage.vue'),
  verify: () => import('./pages/VerifyPage.vue'),
  balance: () => import('./pages/BalancePage.vue'),
  settings: () => import('./pages/SettingsPage.vue'),
}

/** The page's places. The part behind `#` never leaves the browser, so any path of the gateway can serve it. */
export function createPageRouter() {
  return createRouter({
    history: createWebHashHistory(),
    routes: [
      ...PLACES.map(({ name, path }) => ({ name, path, component: SCREENS[name] })),
      { name: 'welcome', path: '/welcome', component: () => import('./pages/WelcomePage.vue') },
      { path: '/:rest(.*)*', redirect: '/tools' },
    ],
  })
}
