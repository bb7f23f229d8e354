/** How the screen may look, as Mantine names it. */
export const SCHEMES = [
  { value: 'light', label: 'Chiaro' },
  { value: 'dark', label: 'Scuro' },
  { value: 'auto', label: 'Sistema' },
] as const
