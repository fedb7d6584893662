import type { ElectronPort } from './electron-port.ts'
import type { DesktopGateway } from './gateway-keeper.ts'

/**
 * Opens the page in the user's browser. The browser is given a private file and not the address, since every user of
 * the machine can read the arguments of its programs. Where no program opens the file, the address is shown.
 */
export async function openInBrowser(
  { shell, dialog }: Pick<ElectronPort, 'shell' | 'dialog'>,
  gateway: DesktopGateway,
): Promise<void> {
  const { url, file } = gateway.pageFile()
  const problem = file === null ? 'There is no data folder' : await shell.openPath(file)
  if (problem === '') return
  dialog.showErrorBox(
    'The browser could not be opened',
    `${problem}. Open this address in your browser; it signs you in once: ${url}`,
  )
}
