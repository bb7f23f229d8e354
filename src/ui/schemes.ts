/** The colour schemes, as Mantine names them. */
export const SCHEMES = [
  { value: 'light', label: 'Chiaro' },
  { value: 'dark', label: 'Scuro' },
  { value: 'auto', label: 'Sistema' },
] as const
