export const COMPLETION_HELP = {
  completion: 'Print a script that completes commands, options and files in your shell.',
  shell: 'the shell to complete in',
  afterCompletion: `
bash, in ~/.bashrc:  source <(hushlink completion bash)
zsh, in ~/.zshrc:    source <(hushlink completion zsh)      (after compinit)
fish, once:          hushlink completion fish > ~/.config/fish/completions/hushlink.fish

The script is made from the commands of this release and asks nobody while you type.

With --json: shell, script.`,
} as const;
