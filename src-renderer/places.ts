import { Activity, Boxes, BrainCircuit, Layers, ShieldCheck, SlidersHorizontal, Wallet } from '@lucide/vue'
import type { Component } from 'vue'

/** One of the page's places: an entry of the rail, a route and a screen. */
export interface Place {
  readonly name: string
  readonly label: string
  readonly icon: Component
  /** The route's path; optional parts (`:slug?`) are left out by the rail. */
  readonly path: string
  readonly position: 'top' | 'bottom'
  readonly page: () => Promise<{ readonly default: Component }>
}

/** The page's places in the order of the rail; router, rail, palette and Ctrl+1…9 derive from this list. */
export const PLACES: readonly Place[] = [
  {
    name: 'tools',
    label: 'Tools',
    icon: Boxes,
    path: '/tools/:slug?',
    position: 'top',
    page: () => import('./pages/ToolsPage.vue'),
  },
  {
    name: 'batch',
    label: 'Batch',
    icon: Layers,
    path: '/batch/:id?',
    position: 'top',
    page: () => import('./pages/BatchPage.vue'),
  },
  {
    name: 'activity',
    label: 'Activity',
    icon: Activity,
    path: '/activity/:id?',
    position: 'top',
    page: () => import('./pages/ActivityPage.vue'),
  },
  {
    name: 'memory',
    label: 'Memory',
    icon: BrainCircuit,
    path: '/memory/:namespace?/:key?',
    position: 'top',
    page: () => import('./pages/MemoryPage.vue'),
  },
  {
    name: 'verify',
    label: 'Verify',
    icon: ShieldCheck,
    path: '/verify',
    position: 'top',
    page: () => import('./pages/VerifyPage.vue'),
  },
  {
    name: 'balance',
    label: 'Balance',
    icon: Wallet,
    path: '/balance',
    position: 'bottom',
    page: () => import('./pages/BalancePage.vue'),
  },
  {
    name: 'settings',
    label: 'Settings',
    icon: SlidersHorizontal,
    path: '/settings/:section?',
    position: 'bottom',
    page: () => import('./pages/SettingsPage.vue'),
  },
]
