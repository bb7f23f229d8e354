import { Palette } from './Palette.tsx'
import { Shortcuts } from './Shortcuts.tsx'

/** Fetched when the first of them is asked for. */
export const layers = { palette: Palette, shortcuts: Shortcuts }
