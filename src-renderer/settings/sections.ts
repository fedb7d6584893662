import {
  Activity,
  Database,
  Gauge,
  Info,
  KeyRound,
  Layers,
  Palette,
  Server,
  Users,
  Webhook,
} from '@lucide/vue'
import { type Component } from 'vue'
import AboutSection from './AboutSection.vue'
import ActivitySection from './ActivitySection.vue'
import DataSection from './DataSection.vue'
import LimitsSection from './limits/LimitsSection.vue'
import LookSection from './LookSection.vue'
import OutboundSection from './OutboundSection.vue'
import ProvidersSection from './ProvidersSection.vue'
import ServerSection from './ServerSection.vue'
import { laterPart } from '../ui/composables/later-part.ts'

// Most owners never have a hub, or a toolset of their own.
const BudgetSection = laterPart(() => import('./budget/BudgetSection.vue'))
const ToolsetsSection = laterPart(() => import('./toolsets/ToolsetsSection.vue'))

/** One part of the settings. */
export interface Section {
  readonly name: string
  readonly label: string
  readonly icon: Component
  readonly view: Component
}

/** The settings in the order of their list. */
export const SECTIONS: readonly Section[] = [
  { name: 'providers', label: 'Providers', icon: KeyRound, view: ProvidersSection },
  { name: 'server', label: 'Server', icon: Server, view: ServerSection },
  { name: 'limits', label: 'Limits', icon: Gauge, view: LimitsSection },
  { name: 'toolsets', label: 'Toolsets', icon: Layers, view: ToolsetsSection },
  { name: 'budget', label: 'Team budget', icon: Users, view: BudgetSection },
  { name: 'outbound', label: 'Outbound calls', icon: Webhook, view: OutboundSection },
  { name: 'activity', label: 'Activity', icon: Activity, view: ActivitySection },
  { name: 'data', label: 'Data', icon: Database, view: DataSection },
  { name: 'look', label: 'Look and keys', icon: Palette, view: LookSection },
  { name: 'about', label: 'About', icon: Info, view: AboutSection },
]
