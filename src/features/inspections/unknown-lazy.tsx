import { lazy } from 'react'

// Only on a device that was not prepared, or days ago.
const part = <K extends keyof typeof import('./Unknown.tsx')>(name: K) =>
  lazy(async () => ({ default: (await import('./Unknown.tsx'))[name] }))
export const UnknownEquipment = part('UnknownEquipment')
export const UnknownPrices = part('UnknownPrices')
export const OldContext = part('OldContext')
export const UncheckedCard = part('UncheckedCard')
