import type { ContentsPort, ElectronPort } from './electron-port.ts'
import { isAllowedNavigation, isAllowedPermission, isExternalLink } from './window-policy.ts'

/** Keeps every page that is opened on the gateway's own origin; links out of it go to the user's browser. */
export function guardContents({ app, shell }: ElectronPort, pageOrigin: () => string): void {
  app.on('web-contents-created', (_event, contents: ContentsPort) => {
    const stay = (event: { preventDefault(): void }, url: string) => {
      if (!isAllowedNavigation(url, pageOrigin())) event.preventDefault()
    }
    contents.on('will-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      // A link that cannot be opened leaves the user where they are; nothing more can be done.
      if (isExternalLink(url, pageOrigin())) shell.openExternal(url).catch(() => undefined)
      return { action: 'deny' }
    })
  })
}

/** Answers the permission requests of pages. */
export function guardPermissions({ session }: ElectronPort, pageOrigin: () => string): void {
  session.defaultSession.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isAllowedPermission(permission, requestingOrigin, pageOrigin()),
  )
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isAllowedPermission(permission, requestingUrl ?? '', pageOrigin())),
  )
}
