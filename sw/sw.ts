import { READ_CACHE } from '../src/contract/constants.ts'
export const x = READ_CACHE
