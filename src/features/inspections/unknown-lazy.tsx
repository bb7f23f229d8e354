import { lazy } from 'react'

// Only on a device that was not prepared.
const part = <K extends keyof typeof import('./Unknown.tsx')>(name: K) =>
  lazy(async () => ({ default: (await import('./Unknown.tsx'))[name] }))
export const UnknownEquipment = part('UnknownEquipment')
export const UnknownPrices = part('UnknownPrices')
export const UncheckedCard = part('UncheckedCard')
