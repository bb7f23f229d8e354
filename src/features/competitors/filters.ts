import { provinces } from '../../contract/provinces.ts'
import { someOf } from '../../crud/filters.tsx'

export const byProvince = someOf('Provincia', Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`])))
export const stationName = ({ code, name }: { code: string; name: string }) => `${code} ${name}`
