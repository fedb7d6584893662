import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import { PLACES } from './places.ts'

/** The page's places. The part behind `#` never leaves the browser, so any path of the gateway can serve it. */
export function createPageRouter() {
  const places = PLACES.map(({ path, name, page }): RouteRecordRaw => ({ path, name, component: page }))
  return createRouter({
    history: createWebHashHistory(),
    routes: [...places, { path: '/:rest(.*)*', redirect: '/tools' }],
  })
}
