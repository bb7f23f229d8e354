import type { Implementation } from '../lib/implement.ts'
import auth from './auth.ts'
import banks from './banks.ts'

export const implementations: readonly Implementation[] = [auth, banks]
