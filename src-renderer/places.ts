import {
  Activity,
  Boxes,
  BrainCircuit,
  Layers,
  Plug,
  ShieldCheck,
  SlidersHorizontal,
  Wallet,
} from '@lucide/vue'
import type { Component } from 'vue'

/** One of the page's places: an entry of the rail and a route; router.ts knows its screen. */
export interface Place {
  readonly name: string
  readonly label: string
  readonly icon: Component
  /** The route's path; optional parts (`:slug?`) are left out by the rail. */
  readonly path: string
  readonly position: 'top' | 'bottom'
}

/** The page's places in the order of the rail; router, rail, palette and Ctrl+1…9 derive from this list. */
export const PLACES = [
  {
    name: 'tools',
    label: 'Tools',
    icon: Boxes,
    path: '/tools/:slug?',
    position: 'top',
  },
  {
    name: 'batch',
    label: 'Batch',
    icon: Layers,
    path: '/batch/:id?',
    position: 'top',
  },
  {
    name: 'sources',
    label: 'Sources',
    icon: Plug,
    path: '/sources/:id?',
    position: 'top',
  },
  {
    name: 'activity',
    label: 'Activity',
    icon: Activity,
    path: '/activity/:id?',
    position: 'top',
  },
  {
    name: 'memory',
    label: 'Memory',
    icon: BrainCircuit,
    path: '/memory/:namespace?/:key?',
    position: 'top',
  },
  {
    name: 'verify',
    label: 'Verify',
    icon: ShieldCheck,
    path: '/verify',
    position: 'top',
  },
  {
    name: 'balance',
    label: 'Balance',
    icon: Wallet,
    path: '/balance',
    position: 'bottom',
  },
  {
    name: 'settings',
    label: 'Settings',
    icon: SlidersHorizontal,
    path: '/settings/:section?',
    position: 'bottom',
  },
] as const satisfies readonly Place[]

/** The name of a place. */
export type PlaceName = (typeof PLACES)[number]['name']
