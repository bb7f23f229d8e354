import * as v from 'valibot'
import { del, get, post, resource } from '../kernel/endpoint.ts'

const OwnSession = v.object({
  id: v.number(),
  created_at: v.string(),
  last_seen_at: v.string(),
  ip: v.nullable(v.string()),
  user_agent: v.nullable(v.string()),
  /** The session of this very request. */
  current: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof OwnSession>
const SignIn = v.object({ at: v.string(), ip: v.nullable(v.string()), user_agent: v.nullable(v.string()), ok: v.boolean() })

/** Where the person is signed in, and was. Apart from `auth`, which every page loads. */
export const access = resource('auth', {
  /** (+) The caller's living sessions, the one used last first. */
  sessions: get('/auth/sessions', { output: OwnSession, envelope: 'list', policy: 'auth' }),
  /** (+) Ends one of them: that device is signed out at once. */
  endSession: del('/auth/sessions/{id}', { ok: 'Dispositivo disconnesso', policy: 'auth' }),
  /** (+) The caller's newest sign-ins and failed tries, at most 30. */
  signIns: get('/auth/sign-ins', { output: SignIn, envelope: 'list', policy: 'auth' }),
  /** (+) "Non sono stato io": signs out everywhere, makes the password unusable and mails a link for a new one. */
  notMe: post('/auth/not-me', { output: v.object({ message: v.string() }), envelope: 'bare', success: [200], policy: 'auth' }),
  roles: get('/roles', { output: v.object({ roles: v.array(v.string()), permissions: v.array(v.string()) }), policy: 'auth' }),
})
