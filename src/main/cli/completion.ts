/** `parlay-desk completion SHELL`: scripts that complete commands and options, made from the commands themselves. */
import { Argument, type Command } from 'commander'
import { toExamples, type CommandDeps } from './commands/desk-command.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** Words that can follow those of a command: names of commands, and options. */
interface Place {
  /** Words of the command, such as `odds add`. */
  readonly words: string
  readonly choices: readonly { readonly text: string; readonly help: string }[]
}

export function addCompletionCommand(program: Command, { terminal }: CommandDeps): void {
  program
    .command('completion')
    .description('Print a script that completes commands and options in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices([...shells]))
    .addHelpText(
      'after',
      toExamples([
        'parlay-desk completion bash > ~/.local/share/bash-completion/completions/parlay-desk',
        'parlay-desk completion zsh > ~/.zfunc/_parlay-desk        (with fpath+=~/.zfunc)',
        'parlay-desk completion fish > ~/.config/fish/completions/parlay-desk.fish',
      ]),
    )
    .action((shell: (typeof shells)[number]) => {
      for (const line of writers[shell](listPlaces(program))) terminal.print(line)
    })
}

function listPlaces(command: Command, words: readonly string[] = []): Place[] {
  const commands = command.commands.map(each => ({ text: each.name(), help: each.description() }))
  const options = [...command.options].map(({ long, short, description }) => ({
    text: long ?? short ?? '',
    help: description,
  }))
  const own = {
    words: words.join(' '),
    choices: [...commands, ...options, { text: '--help', help: 'show help' }],
  }
  return [own, ...command.commands.flatMap(each => listPlaces(each, [...words, each.name()]))]
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const writers: Readonly<Record<(typeof shells)[number], (places: readonly Place[]) => string[]>> = {
  bash: places => [
    '_parlay_desk() {',
    '  local word words= place choices i',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    word=${COMP_WORDS[i]}',
    '    [[ $word == -* ]] || words="${words:+$words }$word"',
    '  done',
    '  # The longest command that the words begin with.',
    '  while :; do',
    '    case $words in',
    ...places.map(
      ({ words, choices }) =>
        `      ${quote(words)}) choices=${quote(choices.map(({ text }) => text).join(' '))}; break ;;`,
    ),
    '    esac',
    '    [[ $words == *" "* ]] && words=${words% *} || words=',
    '  done',
    '  COMPREPLY=($(compgen -W "$choices" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _parlay_desk parlay-desk',
  ],
  zsh: places => [
    '#compdef parlay-desk',
    '_parlay_desk() {',
    '  local -a choices',
    '  local found="${(j: :)${(@)words[2,CURRENT-1]:#-*}}"',
    '  while :; do',
    '    case $found in',
    ...places.map(
      ({ words, choices }) =>
        `      ${quote(words)}) choices=(${choices.map(({ text, help }) => quote(`${text}:${help}`)).join(' ')}); break ;;`,
    ),
    '    esac',
    '    [[ $found == *" "* ]] && found=${found% *} || found=',
    '  done',
    "  _describe 'parlay-desk' choices || _files",
    '}',
    '_parlay_desk "$@"',
  ],
  fish: places => [
    'function __parlay_desk_at',
    `  set -l commands ${places.map(({ words }) => quote(words)).join(' ')}`,
    '  set -l words',
    '  for word in (commandline -opc)[2..]',
    "    string match -q -- '-*' $word; or set -a words $word",
    '  end',
    '  # The longest command that the words begin with.',
    '  while not contains -- "$words" $commands',
    '    set -e words[-1]',
    '  end',
    '  test "$words" = "$argv"',
    'end',
    ...places.flatMap(({ words, choices }) =>
      choices.map(({ text, help }) => {
        const what = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`
        return `complete -c parlay-desk -n ${quote(`__parlay_desk_at ${words}`)} ${what} -d ${quote(help)}`
      }),
    ),
  ],
}
