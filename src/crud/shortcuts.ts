/** The keys of the app, each with what it is called in src/app/Shortcuts.tsx: bound here, told there. `Ctrl+` is also the Mac's Cmd. */
export const shortcuts = {
  palette: ['Ctrl+k'],
  sheet: ['?'],
  search: ['/'],
  fresh: ['n'],
  clear: ['Escape'],
  before: ['k'],
  after: ['j'],
  save: ['Ctrl+s', 'Ctrl+Enter'],
} as const
export type Shortcut = keyof typeof shortcuts

/** Whether these keys were pressed. By character, so that `/` and `?` are found on every layout. */
export function presses(name: Shortcut, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  const held = ctrlKey || metaKey
  const pressed = held ? `Ctrl+${key.length === 1 ? key.toLowerCase() : key}` : key
  return !altKey && !(held && shiftKey) && (shortcuts[name] as readonly string[]).includes(pressed)
}
