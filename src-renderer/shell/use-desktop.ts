import { onScopeDispose, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { MAX_CLIPBOARD_CHARS } from '../../src-shared/desktop-bridge.ts'
import { desktopClipboard, followTheme, useMenuCommands } from './desktop-bridge.ts'
import { useClipboard } from '../tools/search/clipboard.ts'
import { useSession } from '../gateway/session.ts'
import { useCopy } from '../ui/composables/use-copy.ts'
import { useTheme } from './use-theme.ts'

/** Handles commands from the desktop's menu, tray and links; in a browser there are only links. */
export function useDesktop(open: { readonly palette: () => void; readonly help: () => void }): void {
  const route = useRoute()
  const router = useRouter()
  const session = useSession()
  const theme = useTheme()
  const { copy } = useCopy()

  useMenuCommands((command) => {
    if (command === 'palette') open.palette()
    else if (command === 'shortcuts') open.help()
    else if (command === 'theme') theme.toggle()
    else if (command === 'copy-address') void copy(session.baseUrl)
    // Every other command is the name of a route.
    else void router.push({ name: command })
  })
  followTheme(theme.theme)
  offerClipboard()

  // The tray opens `#/?palette`.
  watch(
    () => route.query['palette'],
    (asked) => {
      if (asked === undefined) return
      open.palette()
      const { palette: _asked, ...query } = route.query
      void router.replace({ path: route.path, query })
    },
    { immediate: true },
  )
}

/**
 * Offers tools for the clipboard when the desktop's window gets the focus; browsers do not allow
 * this.
 */
function offerClipboard(): void {
  const clipboard = useClipboard()

  async function look(): Promise<void> {
    if (!clipboard.watches) return
    const text = await desktopClipboard(MAX_CLIPBOARD_CHARS)
    if (text) await clipboard.look(text)
  }

  void look()
  const onFocus = () => void look()
  window.addEventListener('focus', onFocus)
  onScopeDispose(() => window.removeEventListener('focus', onFocus))
}
