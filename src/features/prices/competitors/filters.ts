import { provinces } from '../../../contract/kernel/provinces.ts'
import { anyOfMany } from '../../../crud/list/filters.tsx'

export const byProvince = anyOfMany('Provincia', Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`])))
export const stationName = ({ code, name }: { code: string; name: string }) => `${code} ${name}`
