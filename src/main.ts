import { bootSession } from './lib/session.ts'

// Whose device this is, and a new token for them: asked while the rest of the code is on its way.
const signedIn = bootSession()
void import('./app/start.tsx').then(({ start }) => start(signedIn))
