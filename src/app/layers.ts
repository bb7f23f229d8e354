import { Palette } from './Palette.tsx'
import { Shortcuts } from './Shortcuts.tsx'

/** Fetched when the first layer is opened. */
export const layers = { palette: Palette, shortcuts: Shortcuts }
