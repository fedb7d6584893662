import { useRouter } from 'vue-router'
import { FAVOURITE_SHORTCUTS, PLACE_SHORTCUTS } from '../shortcuts/shortcut-list.ts'
import { useFavourites } from '../tools/list/favourites.ts'
import { useRecents } from '../tools/list/recents.ts'
import { useToasts } from '../ui/kept/toasts.ts'
import { usePaneKeys } from '../shortcuts/use-pane-keys.ts'
import { shortcut, useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { useSettingsLink } from '../settings/use-settings-link.ts'
import { useTheme } from './use-theme.ts'

/** Registers the shortcuts that work everywhere. */
export function useAppShortcuts(open: { readonly palette: () => void; readonly help: () => void }): void {
  const router = useRouter()
  const favourites = useFavourites()
  const recents = useRecents()
  const toasts = useToasts()
  const theme = useTheme()
  const settings = useSettingsLink()

  const goTo = (name: string) => void router.push({ name })
  const openFavourite = (at: number) => {
    const slug = favourites.slugs[at - 1]
    return slug === undefined ? false : void router.push({ name: 'tools', params: { slug } })
  }

  usePaneKeys()
  useShortcuts([
    shortcut('palette', open.palette),
    shortcut('help', open.help),
    shortcut('manual', () => void window.open('/docs/', '_blank', 'noopener')),
    shortcut('theme', theme.toggle),
    shortcut('system-theme', theme.followSystem),
    shortcut('quick', () => goTo('quick')),
    shortcut('welcome', () => goTo('welcome')),
    shortcut('forget-recents', recents.clear),
    shortcut('undo', toasts.undoLast),
    shortcut('settings', () => settings('')),
    ...PLACE_SHORTCUTS.map(([id, name]) => shortcut(id, () => goTo(name))),
    ...FAVOURITE_SHORTCUTS.map(([id, at]) => shortcut(id, () => openFavourite(at))),
  ])
}
