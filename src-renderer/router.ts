import { createRouter, createWebHashHistory } from 'vue-router'
import ToolsPage from './pages/ToolsPage.vue'

/** The page's places. The part behind `#` never leaves the browser, so any path of the gateway can serve it. */
export function createPageRouter() {
  return createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/tools/:slug?', name: 'tools', component: ToolsPage },
      { path: '/:rest(.*)*', redirect: '/tools' },
    ],
  })
}
