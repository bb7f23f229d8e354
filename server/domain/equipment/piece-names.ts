import { deviceTypes } from '../../../src/contract/equipment/station-devices.ts'

export const brandAndModel = (row: { brand: string | null; model: string | null }) => [row.brand, row.model].filter(Boolean).join(' ')

const { altro: _, ...named } = deviceTypes
/** Names of devices by type. Any other type is a "Dispositivo". */
export const deviceNames: Readonly<Record<string, string>> = named
