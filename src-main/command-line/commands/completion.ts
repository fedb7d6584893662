import { defineCommand } from 'citty'
import { print } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** A command and its subcommands, as a shell completes them. */
export type CommandNames = Readonly<Record<string, readonly string[]>>

/** `toolgate completion`: a script that a shell sources. */
export const completion = (namesOf: () => Promise<CommandNames>) =>
  defineCommand({
    args: { shell: { type: 'positional', required: true, description: 'bash, zsh or fish' } },
    run: async ({ args }) => {
      const script = SCRIPTS[args.shell]
      if (!script)
        throw new UsageError(
          `There is no completion for ${args.shell}. Choose one of ${Object.keys(SCRIPTS).join(', ')}.`,
        )
      print(script({ ...(await namesOf()), completion: Object.keys(SCRIPTS) }))
    },
  })

/** Commands whose first word is a tool's slug, which the running gateway lists. */
const BY_SLUG = ['call', 'stream', 'dry-run']

const SCRIPTS: Readonly<Record<string, (names: CommandNames) => string>> = {
  bash: (names) => `# source <(toolgate completion bash)
_toolgate() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${Object.keys(names).join(' ')}"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
      ${BY_SLUG.join('|')}) words="$(toolgate list --names 2>/dev/null)" ;;
${nested(names, (name, subs) => `      ${name}) words="${subs.join(' ')}" ;;`)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ -n "\${COMPREPLY[*]}" ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _toolgate toolgate`,

  zsh: (names) => `#compdef toolgate
# source <(toolgate completion zsh)
_toolgate() {
  if (( CURRENT == 2 )); then
    compadd -- ${Object.keys(names).join(' ')}
  elif (( CURRENT == 3 )); then
    case "$words[2]" in
      ${BY_SLUG.join('|')}) compadd -- $(toolgate list --names 2>/dev/null) ;;
${nested(names, (name, subs) => `      ${name}) compadd -- ${subs.join(' ')} ;;`)}
      *) _files ;;
    esac
  else
    _files
  fi
}
compdef _toolgate toolgate`,

  fish: (names) => `# toolgate completion fish | source
complete -c toolgate -n __fish_use_subcommand -f -a "${Object.keys(names).join(' ')}"
complete -c toolgate -n "__fish_seen_subcommand_from ${BY_SLUG.join(' ')}" -f -a "(toolgate list --names 2>/dev/null)"
${nested(names, (name, subs) => `complete -c toolgate -n "__fish_seen_subcommand_from ${name}" -f -a "${subs.join(' ')}"`)}`,
}

function nested(names: CommandNames, line: (name: string, subs: readonly string[]) => string): string {
  return Object.entries(names)
    .filter(([, subs]) => subs.length > 0)
    .map(([name, subs]) => line(name, subs))
    .join('\n')
}
