import { part } from '../../ui/part.tsx'

// Only on a device that was not prepared, or days ago.
const load = () => import('./UnknownContext.tsx')
export const UnknownEquipment = part(() => load().then((m) => m.UnknownEquipment))
export const UnknownPrices = part(() => load().then((m) => m.UnknownPrices))
export const OldContext = part(() => load().then((m) => m.OldContext))
export const UncheckedCard = part(() => load().then((m) => m.UncheckedCard))
