import { deviceTypes } from '../../../src/contract/equipment/station-devices.ts'

export const maker = (row: { brand: string | null; model: string | null }) => [row.brand, row.model].filter(Boolean).join(' ')

const { altro: _, ...named } = deviceTypes
/** By their type; another one is a "Dispositivo". */
export const DEVICES: Readonly<Record<string, string>> = named
