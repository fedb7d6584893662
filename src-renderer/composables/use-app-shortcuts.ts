import { useRouter } from 'vue-router'
import { PLACES } from '../places.ts'
import { useFavourites } from '../stores/favourites.ts'
import { useRecents } from '../stores/recents.ts'
import { useToasts } from '../stores/toasts.ts'
import { usePaneKeys } from './use-pane-keys.ts'
import { type Shortcut, useShortcuts } from './use-shortcuts.ts'
import { useSettingsLink } from './use-settings-link.ts'
import { useTheme } from './use-theme.ts'

const FAVOURITE_KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** What can be done wherever one is. */
export function useAppShortcuts(open: { readonly palette: () => void; readonly help: () => void }): void {
  const router = useRouter()
  const favourites = useFavourites()
  const recents = useRecents()
  const toasts = useToasts()
  const theme = useTheme()
  const settings = useSettingsLink()
  const everywhere = { place: 'everywhere' } as const

  const goTo = (name: string) => void router.push({ name })
  const openFavourite = (at: number) => {
    const slug = favourites.slugs[at - 1]
    return slug === undefined ? false : void router.push({ name: 'tools', params: { slug } })
  }

  usePaneKeys()
  useShortcuts([
    {
      ...everywhere,
      keys: 'Ctrl+K',
      label: 'Search tools and actions',
      run: open.palette,
      overDialogs: true,
      keyOnly: true,
    },
    { ...everywhere, keys: '?', label: 'Keyboard shortcuts', run: open.help },
    {
      ...everywhere,
      keys: 'Ctrl+Shift+L',
      label: 'Change the theme',
      run: theme.toggle,
      overDialogs: true,
    },
    { ...everywhere, keys: '', label: "Use the system's theme", run: theme.followSystem },
    { ...everywhere, keys: '', label: 'Welcome: first steps', run: () => goTo('welcome') },
    { ...everywhere, keys: '', label: 'Forget the recent calls', run: recents.clear },
    {
      ...everywhere,
      keys: 'Ctrl+Z',
      label: 'Take back what was removed',
      run: toasts.undoLast,
      keyOnly: true,
    },
    ...(settings
      ? [{ ...everywhere, keys: 'Ctrl+,', label: 'Open the settings', run: () => settings('') }]
      : []),
    ...PLACES.map(({ name, label }, index): Shortcut => ({
      ...everywhere,
      keys: `Ctrl+${index + 1}`,
      label,
      run: () => goTo(name),
      group: 'Places',
    })),
    ...FAVOURITE_KEYS.map((at): Shortcut => ({
      ...everywhere,
      keys: `Alt+${at}`,
      label: `Open favourite ${at}`,
      run: () => openFavourite(at),
      keyOnly: true,
    })),
  ])
}
