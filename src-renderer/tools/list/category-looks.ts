import {
  Binary,
  Bot,
  Braces,
  Brain,
  Calculator,
  Clock,
  Code,
  Coins,
  Database,
  FileText,
  Globe,
  Image,
  KeyRound,
  MapPin,
  Network,
  PenLine,
  Shapes,
  ShieldCheck,
  Sparkles,
  Terminal,
  Type,
  Wand,
} from '@lucide/vue'
import type { Component } from 'vue'

export interface CategoryLook {
  readonly icon: Component
  readonly tile: string
}

// Colours only help to scan the list; the category's name is always shown as text.
const LOOKS = new Map<string, CategoryLook>([
  ['Text Processing', { icon: Type, tile: 'tile-violet' }],
  ['Code Utilities', { icon: Braces, tile: 'tile-blue' }],
  ['Data Transform', { icon: Database, tile: 'tile-green' }],
  ['Crypto & Security', { icon: KeyRound, tile: 'tile-violet' }],
  ['Memory', { icon: Brain, tile: 'tile-plum' }],
  ['Date & Time', { icon: Clock, tile: 'tile-teal' }],
  ['Math & Numbers', { icon: Calculator, tile: 'tile-blue' }],
  ['Validation', { icon: ShieldCheck, tile: 'tile-green' }],
  ['Network & DNS', { icon: Network, tile: 'tile-teal' }],
  ['Media', { icon: Image, tile: 'tile-plum' }],
  ['Generate', { icon: Wand, tile: 'tile-violet' }],
  ['Agent Tools', { icon: Bot, tile: 'tile-orange' }],
  ['Document Parsing', { icon: FileText, tile: 'tile-teal' }],
  ['AI: Analysis', { icon: Sparkles, tile: 'tile-plum' }],
  ['AI: Code', { icon: Code, tile: 'tile-plum' }],
  ['AI: Content', { icon: PenLine, tile: 'tile-plum' }],
  ['Web', { icon: Globe, tile: 'tile-teal' }],
  ['HTTP & API', { icon: Binary, tile: 'tile-orange' }],
  ['Geo & Enrich', { icon: MapPin, tile: 'tile-green' }],
  ['Finance', { icon: Coins, tile: 'tile-orange' }],
  ['Execute', { icon: Terminal, tile: 'tile-orange' }],
])

/** The icon and colour of a category's tools. */
export function lookOf(category: string): CategoryLook {
  return LOOKS.get(category) ?? { icon: Shapes, tile: 'tile-blue' }
}
