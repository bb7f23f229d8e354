import * as v from 'valibot'
import { get, post, put, resource } from './endpoint.ts'
import { email } from './fields.ts'
import { permissionNames } from './roles.ts'
import { labelled } from './valibot-it.ts'

/** Token of a short session. To renew it, the browser needs both the refresh cookie and the stored `handle`. */
export const SessionToken = v.object({ token: v.string(), expires_at: v.string(), handle: v.string(), user_id: v.number() })
/**
 * What a sign-in by password answers. `device_key` (43 characters, base64url of 32 bytes) encrypts what the person writes on a device
 * (docs/spec/security.md#data-on-a-device); it is the same on each of them, so that signing in again always reads it.
 */
const SignedIn = v.object({ ...SessionToken.entries, device_key: v.string() })
export const Me = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  /** Role names as on the wire: `super-admin`. */
  scope: v.array(v.string()),
  permissions: v.array(v.picklist(permissionNames)),
  all_stations: v.boolean(),
  demo: v.boolean(),
  /** The person must set up a second factor and has not. */
  second_factor_due: v.optional(v.literal(true)),
})
export type Me = v.InferOutput<typeof Me>
/** A password as entered: never trimmed. The length limit keeps long texts from being hashed. */
const secret = (label: string) => labelled(label, v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)))
const token = v.pipe(v.string('Il link non è valido o è scaduto.'), v.regex(/^[\w-]{43}$/, 'Il link non è valido o è scaduto.'))
/** A code of the authenticator app, or a recovery code, as entered. */
export const code = labelled('Codice', v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)))
/** `code` answers the refusal whose own code is `SECOND_FACTOR`. */
export const Login = v.object({
  email: email('Email'),
  password: secret('Password'),
  remember: v.optional(v.boolean(), false),
  code: v.optional(code),
})
/** Names the refusal of a right password that lacks the right code of the second factor. */
export const SECOND_FACTOR = 'second_factor'
export const NewPassword = v.object({ password: secret('Password'), password_confirmation: secret('Conferma password') })
/** The people of the demonstration, who all have one password. */
const DemoAccounts = v.object({
  password: v.string(),
  /** `can`: Italian, roles and permissions. */
  accounts: v.array(v.object({ email: v.string(), name: v.string(), can: v.string() })),
})
const Message = v.object({ message: v.string() })

export const current_password = secret('Password attuale')

export const auth = resource('auth', {
  login: post('/auth/login', { body: Login, output: SignedIn, success: [200], policy: 'guest' }),
  /** (+) Null where the server is no demonstration. */
  demo: get('/auth/demo', { output: v.nullable(DemoAccounts), policy: 'guest' }),
  logout: post('/auth/logout', { envelope: 'none', success: [200], policy: 'auth' }),
  me: get('/auth/me', { output: Me, policy: 'auth' }),
  refresh: post('/auth/refresh', {
    body: v.object({ handle: secret('handle') }),
    output: SessionToken,
    success: [200],
    policy: 'guest',
    fleeting: true,
  }),
  forgot: post('/auth/forgot-password', {
    body: v.object({ email: email('Email') }),
    output: Message,
    refusal: 'message',
    envelope: 'bare',
    success: [200, 301, 302],
    policy: 'guest',
  }),
  reset: post('/auth/reset-password', {
    body: v.object({ token, ...NewPassword.entries }),
    output: Message,
    refusal: 'message',
    envelope: 'bare',
    success: [200],
    policy: 'guest',
  }),
  invitation: post('/auth/invitation', {
    body: v.object({ token }),
    output: v.object({ name: v.string(), email: v.string() }),
    success: [200],
    policy: 'guest',
  }),
  accept: post('/auth/accept-invitation', {
    body: v.object({ token, ...NewPassword.entries }),
    output: Message,
    envelope: 'bare',
    success: [200],
    policy: 'guest',
  }),
  password: put('/users/password', {
    body: v.object({ current_password, ...NewPassword.entries }),
    output: Message,
    envelope: 'bare',
    ok: 'Password modificata. Esci e accedi nuovamente.',
    policy: 'auth',
  }),
})
