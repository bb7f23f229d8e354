import { Palette } from './Palette.tsx'
import { Shortcuts } from './Shortcuts.tsx'

/** What opens over any page, by what is asked for (layer.ts). */
export const layers = { palette: Palette, shortcuts: Shortcuts }
