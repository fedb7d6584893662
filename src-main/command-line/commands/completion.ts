import { defineCommand } from 'citty'
import { print } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** The command that prints what may come next; the scripts ask it, and the help does not show it. */
export const COMPLETE = '__complete'

/** `toolgate completion`: a script that a shell sources. It asks `toolgate` itself, so it is never out of date. */
export const completion = defineCommand({
  args: { shell: { type: 'positional', required: true, description: 'bash, zsh or fish' } },
  run: ({ args }) => {
    const script = SCRIPTS[args.shell]
    if (!script)
      throw new UsageError(
        `There is no completion for ${args.shell}. Choose one of ${COMPLETED_SHELLS.join(', ')}.`,
      )
    print(script)
  },
})

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# source <(toolgate completion bash)
_toolgate() {
  local IFS=$'\\n' word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(compgen -W "$(toolgate ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "$word"))
  [ -n "\${COMPREPLY[*]}" ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _toolgate toolgate`,

  zsh: `#compdef toolgate
# source <(toolgate completion zsh)
_toolgate() {
  local -a found
  found=(\${(f)"$(toolgate ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then
    compadd -- $found
  else
    _files
  fi
}
compdef _toolgate toolgate`,

  fish: `# toolgate completion fish | source
complete -c toolgate -a "(toolgate ${COMPLETE} (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)"`,
}

/** The shells that have a script. */
export const COMPLETED_SHELLS: readonly string[] = Object.keys(SCRIPTS)
