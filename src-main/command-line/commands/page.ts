import { defineClientCommand } from '../client/client-command.ts'
import { openPage, signInAddress } from '../client/page-address.ts'
import type { ProgramFiles } from '../serve/program-files.ts'
import { hasDisplay } from '../terminal/open-file.ts'
import { print, printJson } from '../terminal/terminal.ts'

/** `toolgate page`: opens the page signed in, or prints a one-time address that signs a browser in. */
export const page = ({ headless }: ProgramFiles) =>
  defineClientCommand({
    args: {
      open: {
        type: 'boolean',
        description: 'Opens it in the browser of this machine, as it does on a terminal with a display',
        negativeDescription: 'Prints the address',
      },
    },
    headless,
    run: async (client, { json, open }) => {
      const opens = open ?? (json !== true && process.stdout.isTTY && hasDisplay(process.env))
      if (json) return printJson(await signInAddress(client, opens))
      if (opens) return await openPage(client)
      print((await signInAddress(client, false)).page_url)
    },
  })
