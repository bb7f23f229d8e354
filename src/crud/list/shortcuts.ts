/** The keyboard shortcuts of the app; src/app/Shortcuts.tsx describes them. `Ctrl+` is also the Mac's Cmd. */
export const shortcuts = {
  palette: ['Ctrl+k'],
  sheet: ['?'],
  search: ['/'],
  fresh: ['n'],
  clear: ['Escape'],
  rows: ['ArrowUp', 'ArrowDown'],
  cells: ['ArrowLeft', 'ArrowRight'],
  ends: ['Home', 'End'],
  open: ['Enter'],
  edit: ['F2', 'Enter'],
  tick: [' '],
  tickMany: ['Shift+ '],
  menu: ['Shift+F10', 'ContextMenu'],
  before: ['k'],
  after: ['j'],
  save: ['Ctrl+s', 'Ctrl+Enter'],
  saveAndMore: ['Ctrl+Shift+Enter'],
} as const
export type Shortcut = keyof typeof shortcuts

/** Whether these keys were pressed. Compares characters rather than key codes, so that `/` and `?` work on every keyboard layout. */
export function presses(name: Shortcut, event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) {
  const { key, altKey, shiftKey } = event
  const held = event.ctrlKey || event.metaKey
  const character = key.length === 1 && key !== ' '
  // Shift is part of typing a character, so it does not count as a modifier there.
  const pressed = [held && 'Ctrl', shiftKey && !(character && !held) && 'Shift', held && character ? key.toLowerCase() : key]
  return !altKey && (shortcuts[name] as readonly string[]).includes(pressed.filter(Boolean).join('+'))
}
