import { Boxes, BrainCircuit, Layers, ShieldCheck } from '@lucide/vue'
import type { Component } from 'vue'

/** One place of the page: its address, how the rail shows it, and where it is loaded from. */
export interface Place {
  readonly name: string
  readonly label: string
  readonly icon: Component
  readonly path: string
  readonly position: 'top' | 'bottom'
  readonly page: () => Promise<unknown>
}

/** Every place, in the order of the rail. */
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
]
