import { createRouter, createWebHashHistory } from 'vue-router'
import { PLACES } from './places.ts'

/** The page's places. The part behind `#` never leaves the browser, so any path of the gateway can serve it. */
export function createPageRouter() {
  return createRouter({
    history: createWebHashHistory(),
    routes: [
      ...PLACES.map(({ name, path, page }) => ({ name, path, component: page })),
      { name: 'welcome', path: '/welcome', component: () => import('./pages/WelcomePage.vue') },
      { path: '/:rest(.*)*', redirect: '/tools' },
    ],
  })
}
