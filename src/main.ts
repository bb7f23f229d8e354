import { bootSession } from './lib/session.ts'

// Reads who is signed in and asks for a new token while the rest of the code is being loaded.
const signedIn = bootSession()
void import('./app/start.tsx').then(({ start }) => start(signedIn))
