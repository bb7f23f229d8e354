import * as v from 'valibot'
import { code, current_password } from '../kernel/auth.ts'
import { get, post, resource } from '../kernel/endpoint.ts'

const SecondFactor = v.object({
  /** When it was set up; null without one. */
  since: v.nullable(v.string()),
  recovery_left: v.number(),
  /** The company asks it of this person. */
  required: v.boolean(),
})

/** The second factor of the person signed in. Apart from `auth`, which every page loads. */
export const secondFactor = resource('second_factor', {
  /** (+) The caller's second factor at sign-in. */
  state: get('/auth/second-factor', { output: SecondFactor, policy: 'auth' }),
  /** (+) Makes a new secret, which counts once a code of it has confirmed it. `qr`: an SVG of `uri`. */
  begin: post('/auth/second-factor', {
    body: v.object({ current_password }),
    output: v.object({ secret: v.string(), uri: v.string(), qr: v.string() }),
    policy: 'auth',
    unstored: true,
  }),
  /** (+) From now on a code is asked at sign-in. The recovery codes are told here and never again; other sessions end. */
  confirm: post('/auth/second-factor/confirm', {
    body: v.object({ code }),
    output: v.object({ recovery_codes: v.array(v.string()) }),
    ok: 'Verifica in due passaggi attivata',
    policy: 'auth',
    unstored: true,
  }),
  /** (+) Refused to those who must have one. */
  remove: post('/auth/second-factor/remove', {
    body: v.object({ current_password, code }),
    envelope: 'none',
    success: [200],
    ok: 'Verifica in due passaggi disattivata',
    policy: 'auth',
  }),
})
